/** `--env-file`: variables from a file, read before anything looks at the environment. What is set already wins. */
import { closeSync, openSync, readSync } from 'node:fs';
import { parseDotenv } from '../util/dotenv.js';
import { McptestError } from '../util/errors.js';
import { tell } from './output/terminal.js';

/** Of several files the later one wins. */
export function applyEnvFiles(files: string[] = [], env: NodeJS.ProcessEnv = process.env): void {
  const read = new Map(files.flatMap((file) => Object.entries(valuesOf(file))));
  for (const [name, value] of read) if (env[name] === undefined) env[name] = value;
  keepCertificatesChecked(env);
}

/** Node would stop checking certificates without a word; whoever listens in would get every token. */
export function keepCertificatesChecked(env: NodeJS.ProcessEnv): void {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return;
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
  tell(
    'mcptest: NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are always checked. Name yours with NODE_EXTRA_CA_CERTS.',
  );
}

/** More than anybody writes, and an end for a device that has none. */
const MOST_BYTES = 1024 * 1024;

function readWhole(file: string): string {
  const bytes = Buffer.alloc(MOST_BYTES + 1);
  const handle = openSync(file, 'r');
  try {
    let size = 0;
    for (let read = -1; read !== 0; size += read)
      read = readSync(handle, bytes, size, bytes.length - size, null);
    if (size > MOST_BYTES) throw Object.assign(new Error('too large'), { code: 'more than 1 MB' });
    return bytes.toString('utf8', 0, size);
  } finally {
    closeSync(handle);
  }
}

function valuesOf(file: string): Record<string, string> {
  let text: string;
  try {
    text = readWhole(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new McptestError({
      code: 'bad-env-file',
      message: code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`,
      hint: '--env-file is read from the current folder.',
      cause,
    });
  }
  const { values, problems } = parseDotenv(text);
  const [first] = problems;
  if (!first) return values;
  // The line itself may hold a secret, so it is not shown.
  throw new McptestError({
    code: 'bad-env-file',
    message: `${file}:${first.line}: ${first.message}`,
    hint: 'Write NAME=value, NAME=\'value\' or NAME="value", one to a line.',
  });
}
