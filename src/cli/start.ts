/** Reads the command line, runs the command, and turns whatever happens into one message and an exit code. */
import { CommanderError } from 'commander';
import { openRedactor } from '../redact/open-redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { EXIT, McptestError } from '../util/errors.js';
import { visible } from '../util/text.js';
import { VERSION } from '../util/version.js';
import { fileTrouble, notWritten } from './output/file-trouble.js';
import { tell } from './output/terminal.js';
import { buildProgram } from './program.js';

export async function start(argv: string[]): Promise<void> {
  const abort = new AbortController();
  const redactor = openRedactor(process.env);
  const interrupt = (signal: NodeJS.Signals): void => {
    // The second time nothing is waited for; what we started is killed as we exit.
    if (abort.signal.aborted) process.exit(interruptedBy(signal));
    abort.abort(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // A reader that went away is no error; a full disk is one, and where stderr is lost nobody can be told.
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(report(notWritten('what goes to stdout', error), redactor));
  });

  const split = argv.indexOf('--');
  const rest = split < 0 ? undefined : argv.slice(split + 1);
  const words = split < 0 ? argv : argv.slice(0, split);
  let code: number = EXIT.ok;
  try {
    const exit = (value: number): void => {
      code = value;
    };
    const program = await buildProgram({ signal: abort.signal, rest, redactor, exit }, words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    code = report(error, redactor, words.includes('--debug'));
  }
  // A command that ends well when it is told to, such as a viewer, was not cut short.
  if (abort.signal.aborted && code !== EXIT.ok) code = interruptedBy(abort.signal.reason);
  process.exit(code);
}

function interruptedBy(signal: unknown): number {
  return signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
}

function report(thrown: unknown, redactor: Redactor, debug = false): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const error = fileTrouble(thrown) ?? thrown;
  const say = (text: string): void => tell(visible(redactor.text(text)));
  if (error instanceof McptestError) {
    say(`mcptest: ${error.message}`);
    if (error.hint) say(error.hint);
    if (debug && error.stack) say(error.stack);
    return error.exitCode;
  }
  say(`mcptest ${VERSION} broke: ${error instanceof Error ? error.message : String(error)}`);
  if (debug && error instanceof Error) say(error.stack ?? '');
  say(
    debug
      ? 'This is a bug of mcptest. Please report it with the lines above.'
      : 'This is a bug of mcptest. Run the same command with --debug and report what it prints.',
  );
  return EXIT.internal;
}
