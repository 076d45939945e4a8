/** Cases of a YAML or JSON file: one list of maps. */
import { locate, type SourceSpot } from '../../source/spots.js';
import { type ParsedYaml, parseYaml } from '../../source/yaml.js';
import { isObject } from '../../util/plain.js';
import { describeValue } from '../complaints.js';
import { MAX_DOCUMENT_BYTES } from './case-file.js';
import { refuseLosses } from './json-losses.js';
import { BadCases, nestedTooDeep, type ReadRow, tooDeep } from './rows.js';

const ONE_LIST = 'the file is one list of maps, column by column';

export function* documentRows(text: string, file: string, isJson: boolean): Generator<ReadRow> {
  // JSON is read by the quicker reader; the other one is asked only for the place of what is wrong.
  const plain = isJson ? jsonRows(text) : undefined;
  if (plain !== undefined) {
    yield* plain;
    return;
  }
  const parsed = parseYaml(text, file, { maxBytes: MAX_DOCUMENT_BYTES, lenient: isJson });
  const [problem] = parsed.problems;
  if (problem !== undefined)
    throw isJson
      ? new BadCases('the file is not JSON', lineOf(problem.spot), ONE_LIST)
      : new BadCases(problem.message, lineOf(problem.spot), problem.hint);
  const { value } = parsed;
  if (!Array.isArray(value)) {
    const message = `expected a list of cases, found ${describeValue(value)}`;
    throw new BadCases(message, lineOf(parsed.spot), ONE_LIST);
  }
  for (const [index, values] of value.entries()) {
    const line = lineAt(parsed, index);
    if (!isObject(values))
      throw new BadCases(`expected a map, found ${describeValue(values)}`, line, ONE_LIST);
    yield { line, values };
  }
}

/** Undefined unless it is a list of objects. */
function jsonRows(text: string): ReadRow[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || !value.every(isObject)) return undefined;
  refuseLosses(text);
  const lines = startsOfRows(text);
  return value.map((values, index) => {
    const line = lines[index] ?? 1;
    if (tooDeep(values)) throw nestedTooDeep(line);
    return { line, values };
  });
}

/** The line of each object of the outer list; the text is known to be JSON. */
function startsOfRows(text: string): number[] {
  const out: number[] = [];
  let [depth, line] = [0, 1];
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}\n]/g)) {
    if (part === '\n') line += 1;
    else if (part === '{' || part === '[') {
      if (depth === 1) out.push(line);
      depth += 1;
    } else if (part === '}' || part === ']') depth -= 1;
  }
  return out;
}

function lineAt(parsed: ParsedYaml, index: number): number {
  return lineOf(locate(parsed, [index]));
}

function lineOf({ source, value }: SourceSpot): number {
  return source.at(value).line;
}
