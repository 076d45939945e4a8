/** A message as a line: read, and on one line whatever white space stands between its parts. */
import { parseJson } from '../client/session/parse-json.js';

export function parsedLine(line: Buffer): unknown {
  const parsed = parseJson(line);
  return parsed.ok ? parsed.value : undefined;
}

/** The bytes without line breaks, which in JSON are only ever white space. */
export function oneLineOf(bytes: Buffer): Buffer {
  const end = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length;
  const body = bytes.subarray(0, end > 0 && bytes[end - 1] === 0x0d ? end - 1 : end);
  if (!body.includes(0x0a) && !body.includes(0x0d)) return body;
  return Buffer.from(body.toString('latin1').replace(/[\r\n]/g, ' '), 'latin1');
}
