#!/usr/bin/env node
/**
 * The `mcptest` command. `--version` and `--help` are answered before anything else is loaded. It is a CommonJS file, since
 * Node starts those quicker.
 */
import { readFileSync } from 'node:fs';
import { EXIT } from '../util/errors.js';
import { VERSION } from '../util/version.js';
import { HELP_WIDTH } from './output/help-width.js';

const argv = process.argv.slice(2);
const help = argv.length === 1 && /^(--help|-h|help)$/.test(argv[0]!) ? writtenHelp() : undefined;
if (argv[0] === '--version' || argv[0] === '-V') say(`${VERSION}\n`);
else if (help !== undefined) say(help);
else void import('./launch.js').then(({ launch }) => launch(argv));

/** The build has written it down, as `program.ts` shows it where there is room. */
function writtenHelp(): Buffer | undefined {
  if (process.stdout.isTTY && process.stdout.columns < HELP_WIDTH) return undefined;
  try {
    return readFileSync(new URL('./help.txt', import.meta.url));
  } catch {
    return undefined;
  }
}

/** A reader that went away is no error. */
function say(text: string | Buffer): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(
      `mcptest: what goes to stdout was not written: ${message}\nSend it to a terminal, or to a file on a disk with room.\n`,
    );
    process.exitCode = EXIT.usage;
  });
  process.stdout.write(text);
}
