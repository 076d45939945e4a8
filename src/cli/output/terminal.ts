/** Where output goes and how it may look. Reports go to stdout, everything else to stderr. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { awaited } from '../../util/awaited.js';

/** How text may look where it goes. */
export interface TextStyle {
  color: boolean;
  width: number;
  /** Nothing is cut to the width. */
  whole?: boolean;
}

/** How much is said. */
export interface Loudness {
  /** Everything, however long. */
  verbose?: boolean;
  /** Only the verdict. */
  quiet?: boolean;
}

export function styleOf(stream: NodeJS.WriteStream): TextStyle {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const wanted = FORCE_COLOR !== undefined && FORCE_COLOR !== '0' && FORCE_COLOR !== '';
  const color = wanted || (stream.isTTY === true && !NO_COLOR && process.env.TERM !== 'dumb');
  // Who is no terminal has no width, unless somebody says how wide it is.
  const said = Number(process.env.COLUMNS);
  const width = stream.columns || (said > 0 ? said : undefined);
  return { color, width: width ?? 80, whole: width === undefined };
}

/** Of a report: plain and whole in a file, as the terminal allows on stdout. */
export function reportStyle(file: string | undefined): TextStyle {
  return file === undefined ? styleOf(process.stdout) : { color: false, width: 80, whole: true };
}

let printed = false;

/** Whether anything went to stdout. */
export function hasPrinted(): boolean {
  return printed;
}

/** Resolves when the text has left us; a reader that went away is no error. */
export function print(text: string): Promise<void> {
  printed = true;
  return new Promise((done) => process.stdout.write(text, () => done()));
}

export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

export async function printOrWrite(text: string, file?: string): Promise<void> {
  if (file === undefined) await print(text);
  else await writeOut(file, text);
}

/** Folders on the way are made. What went wrong is told in words, with what to do. */
export async function writeOut(file: string, text: string, what = 'report'): Promise<void> {
  try {
    const { makeFolder } = await import('../../util/files.js');
    await makeFolder(dirname(file));
    const write = statSync(file, { throwIfNoEntry: false })?.isFIFO()
      ? (await import('./write-pipe.js')).writePipe
      : (await import('../../store/files.js')).replaceFile;
    await awaited(`the ${what} to be written to ${JSON.stringify(file)}`, write(file, text));
  } catch (cause) {
    const { notWritten } = await import('./file-trouble.js');
    throw notWritten(`the ${what}`, cause as NodeJS.ErrnoException, file);
  }
}
