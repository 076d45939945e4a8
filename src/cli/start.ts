/**
 * Reads the command line, runs the command, and turns whatever happens into one message and an exit code. Until a
 * command is done the code is that of a broken mcptest, so that an end that nobody foresaw is never green.
 */
import { type Command, CommanderError } from 'commander';
import { openRedactor } from '../redact/open-redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { declaredGrace, onSignals, stillAwaited } from '../util/awaited.js';
import { formatDuration } from '../util/duration.js';
import { EXIT, McptestError } from '../util/errors.js';
import { visible } from '../util/text.js';
import { VERSION } from '../util/version.js';
import { hasPrinted, print, tell } from './output/terminal.js';
import { buildProgram } from './program.js';

export async function start(argv: string[]): Promise<void> {
  // Whatever ends the process before the command is done, it is not green. Set as it ends: the argument parser takes an
  // exit code that is set already for its own.
  let done = false;
  process.once('exit', (last) => {
    if (!done && last === EXIT.ok) process.exitCode = EXIT.internal;
  });
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== undefined)
    (await import('./env-file.js')).keepCertificatesChecked(process.env);
  const abort = new AbortController();
  const redactor = openRedactor(process.env);
  const interrupt = (signal: NodeJS.Signals): void => {
    // The second time nothing is waited for; what we started is killed as we exit.
    if (abort.signal.aborted) process.exit(interruptedBy(signal));
    abort.abort(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
    endSoon(interruptedBy(signal));
  };
  onSignals(interrupt);
  // A reader that went away is no error; a full disk is one, and where stderr is lost nobody can be told.
  process.stderr.on('error', () => {});
  unblock(process.stdout);
  let lost: Promise<number> | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    lost ??= stdoutLost(error, redactor);
    void lost.then((broken) => process.exit(broken));
  });

  const split = argv.indexOf('--');
  const rest = split < 0 ? undefined : argv.slice(split + 1);
  const words = split < 0 ? argv : argv.slice(0, split);
  const manner = { debug: words.includes('--debug'), json: wantsJson(words) };
  process.on('uncaughtException', (error) => {
    void report(error, redactor, manner).then((broken) => process.exit(broken));
  });
  process.once('beforeExit', async () => {
    const broken = await report(neverDone(words[0]), redactor, manner);
    process.exitCode = abort.signal.aborted ? interruptedBy(abort.signal.reason) : broken;
  });
  let code: number = EXIT.ok;
  try {
    const exit = (value: number): void => {
      code = value;
    };
    const program = await buildProgram({ signal: abort.signal, rest, redactor, exit }, words);
    watchDeadline(program, abort);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    code = await report(error, redactor, manner);
  }
  if (abort.signal.aborted) code = cutShort(code, abort.signal.reason);
  code = (await lost) ?? code;
  if (process.stdout.writableLength > 0) await new Promise((drained) => process.stdout.write('', drained));
  done = true;
  process.exit(code);
}

/** `--deadline`: when it passes, the command is told to end as by a signal. */
function watchDeadline(program: Command, abort: AbortController): void {
  program.hook('preAction', (_, command) => {
    const ms = command.getOptionValue('deadline') as number | undefined;
    if (ms === undefined) return;
    const pass = (): void => {
      tell(
        `mcptest: the deadline of ${formatDuration(ms)} has passed; what was not done by then is not judged`,
      );
      abort.abort('deadline');
      endSoon(EXIT.inconclusive);
    };
    setTimeout(pass, ms).unref();
  });
}

/** What failed before a deadline has failed; the rest was not judged. */
function cutShort(code: number, reason: unknown): number {
  const isUndecided = code === EXIT.ok || code === EXIT.interrupted;
  if (reason === 'deadline') return isUndecided ? EXIT.inconclusive : code;
  // A command that ends well when it is told to, such as a viewer, was not cut short.
  return code === EXIT.ok ? code : interruptedBy(reason);
}

const LAST_MOMENT_MS = 2000;

/** Whatever does not end when it is told to is left behind, once what was promised to others is over. */
function endSoon(code: number): void {
  const started = performance.now();
  let busyUntil = started;
  const look = (): void => {
    const { ms, busy } = declaredGrace();
    if (busy) busyUntil = performance.now();
    if (performance.now() < busyUntil + ms + LAST_MOMENT_MS) return;
    const [first = 'something that does not end'] = stillAwaited();
    tell(visible(`mcptest: stopped while it was waiting for ${first}`));
    process.exit(code);
  };
  setInterval(look, 50).unref();
}

/** Nothing is left that could happen, and the command is not done. */
function neverDone(command = 'mcptest'): McptestError {
  const [first, ...others] = stillAwaited();
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const what = first === undefined ? 'something that can no longer happen' : `${first}${more}`;
  return new McptestError({
    code: 'never-done',
    message: `\`${command}\` ended before it was done, so nothing is proven: it was waiting for ${what}`,
    hint: 'This is a bug of mcptest. Please report it with the line above.',
    exitCode: EXIT.internal,
  });
}

/** A pipe that nobody reads would stop the whole process, deaf to signals; so we wait for it instead. */
function unblock(stream: NodeJS.WriteStream): void {
  const { _handle } = stream as { _handle?: { setBlocking?(blocking: boolean): void } };
  if (!stream.isTTY) _handle?.setBlocking?.(false);
}

function interruptedBy(signal: unknown): number {
  if (signal === 'deadline') return EXIT.inconclusive;
  return signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
}

async function stdoutLost(error: NodeJS.ErrnoException, redactor: Redactor): Promise<number> {
  const { notWritten } = await import('./output/file-trouble.js');
  return report(notWritten('what goes to stdout', error), redactor);
}

/** Who asked for JSON on stdout gets JSON there, whatever happens. */
function wantsJson(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const isName = word === '--format' || word === '--reporter';
    return (
      word === '--json' || /^--(format|reporter)=json$/.test(word) || (isName && words[at + 1] === 'json')
    );
  });
}

interface Manner {
  debug?: boolean;
  json?: boolean;
}

/** What the argument parser or the file system threw, as an error of ours; help that was shown stays as it is. */
async function inWords(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof CommanderError)) {
    const { fileTrouble } = await import('./output/file-trouble.js');
    return fileTrouble(thrown) ?? thrown;
  }
  const isHelp = thrown.exitCode === 0 || thrown.code === 'commander.help';
  return isHelp ? thrown : (await import('./usage-error.js')).usageError(thrown);
}

async function report(thrown: unknown, redactor: Redactor, { debug, json }: Manner = {}): Promise<number> {
  const error = await inWords(thrown);
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
  if (json && !hasPrinted()) await print((await import('./output/json-error.js')).errorText(error, redactor));
  if (error instanceof CommanderError) return EXIT.usage;
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
