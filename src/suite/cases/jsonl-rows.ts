/** Cases of a JSONL file: one JSON object a line; empty lines are let be. */
import { isObject } from '../../util/plain.js';
import { describeValue } from '../complaints.js';
import { refuseLosses } from './json-losses.js';
import { BadCases, nestedTooDeep, type ReadRow, tooDeep } from './rows.js';

const MAX_LINE = 1_000_000;
const ONE_OBJECT = 'each line is one JSON object';

export async function* jsonlRows(text: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  let line = 0;
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) {
      line += 1;
      const row = rowAt(one, line);
      if (row !== undefined) yield row;
    }
    if (rest.length > MAX_LINE) throw tooLong(line + 1);
  }
  const last = rowAt(rest, line + 1);
  if (last !== undefined) yield last;
}

function tooLong(line: number): BadCases {
  return new BadCases(`the line is longer than ${MAX_LINE / 1_000_000} million characters`, line, ONE_OBJECT);
}

function rowAt(text: string, line: number): ReadRow | undefined {
  if (text.trim() === '') return undefined;
  if (text.length > MAX_LINE) throw tooLong(line);
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new BadCases('the line is not JSON', line, ONE_OBJECT);
  }
  if (!isObject(values))
    throw new BadCases(`expected a JSON object, found ${describeValue(values)}`, line, ONE_OBJECT);
  if (tooDeep(values)) throw nestedTooDeep(line);
  refuseLosses(text, line);
  return { line, values };
}
