/**
 * `map:` and `join:` — rows of other people's files as cases. A column is a path into the row: keys and numbers with dots
 * between them, `*` for every item of a list, `@keys` and `@values` of a map, `@one_of` for lists of accepted values.
 */
import { isObject, ownValue } from '../../util/plain.js';
import { clip, oneLine } from '../../util/text.js';
import { BadCases, type ReadRow } from './rows.js';

/** Column of the case → path into the row. */
export type ColumnMap = Record<string, string>;

export async function* mapRows(rows: AsyncIterable<ReadRow>, map: ColumnMap): AsyncGenerator<ReadRow> {
  const columns = Object.entries(map).map(([column, path]) => ({ column, path, steps: path.split('.') }));
  for await (const { line, values } of rows) {
    const found = columns.map(({ column, path, steps }) => {
      const value = follow(values, steps);
      if (value === undefined) throw missing(path, values, line);
      return [column, value] as const;
    });
    yield { line, values: Object.fromEntries(found) };
  }
}

function missing(path: string, values: Record<string, unknown>, line: number): BadCases {
  const known = Object.keys(values).map((key) => `\`${oneLine(clip(key, 40))}\``);
  const message = `the row has nothing at \`${oneLine(clip(path, 120))}\``;
  return new BadCases(message, line, `it has ${known.slice(0, 12).join(', ')}`);
}

/** Undefined where the path leads nowhere. */
function follow(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (step === '*') return Array.isArray(value) ? ofItems(value, rest) : undefined;
  if (Array.isArray(value)) return /^\d+$/.test(step) ? follow(value[Number(step)], rest) : undefined;
  if (!isObject(value)) return undefined;
  return follow(Object.hasOwn(OF_MAPS, step) ? OF_MAPS[step]!(value) : ownValue(value, step), rest);
}

/** A list for each item becomes one list: `calls.*.@keys` names tools, not lists of them. */
function ofItems(list: readonly unknown[], rest: readonly string[]): unknown {
  const items = list.map((item) => follow(item, rest));
  if (items.includes(undefined)) return undefined;
  return rest.some((step) => step === '*' || step === '@keys' || step === '@values') ? items.flat() : items;
}

const OF_MAPS: Record<string, (value: Record<string, unknown>) => unknown> = {
  '@keys': Object.keys,
  '@values': Object.values,
  '@one_of': acceptedValues,
};

/** Argument → list of accepted values, as `expect_args` has them. Empty text among them says that it may be left out. */
function acceptedValues(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([field, accepted]) => {
      if (!Array.isArray(accepted)) return [field, { exact: accepted }];
      if (accepted.includes('')) return [field, { ignore: true }];
      return [field, { any_of: accepted.map((one) => ({ exact: one })) }];
    }),
  );
}

export interface JoinedFile {
  rows: AsyncIterable<ReadRow>;
  /** As it is shown. */
  file: string;
  /** The column that both files have. */
  on: string;
}

/** Each row with the columns of the row of another file that has the same value at `on`. */
export async function* joinRows(rows: AsyncIterable<ReadRow>, others: JoinedFile): AsyncGenerator<ReadRow> {
  const { on } = others;
  const byKey = await rowsByKey(others);
  for await (const { values, line } of rows) {
    const key = keyOf(values, on);
    if (key === undefined) throw missing(on, values, line);
    const other = byKey.get(key);
    if (other === undefined) throw notJoined(key, [...byKey.keys()], others, line);
    yield { line, values: { ...other.values, ...values } };
  }
}

/** 7 and "7" are two values, which is easily overlooked. */
function notJoined(key: string, keys: readonly string[], { file, on }: JoinedFile, line: number): BadCases {
  const shown = (one: string): string => oneLine(clip(one, 80));
  const alike = keys.find((one) => one.replaceAll('"', '') === key.replaceAll('"', ''));
  const message = `no row of ${file} has \`${on}\` ${shown(key)}`;
  if (alike === undefined) return new BadCases(message, line, 'add such a row there, or remove this one');
  return new BadCases(`${message}; one has ${shown(alike)}`, line, 'write both as a number, or both as text');
}

/** Its problems are told in its own file. */
async function rowsByKey({ rows, file, on }: JoinedFile): Promise<Map<string, ReadRow>> {
  const byKey = new Map<string, ReadRow>();
  try {
    for await (const { values, line } of rows) {
      const key = keyOf(values, on);
      if (key === undefined) throw missing(on, values, line);
      const known = byKey.get(key);
      if (known !== undefined) {
        const message = `\`${on}\` ${oneLine(clip(key, 80))} is also in line ${known.line}`;
        throw new BadCases(
          message,
          line,
          'keep one row of each, so that it is clear which one belongs to the case',
        );
      }
      byKey.set(key, { values, line });
    }
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    throw new BadCases(error.message, error.line, error.hint, file);
  }
  return byKey;
}

function keyOf(values: Record<string, unknown>, on: string): string | undefined {
  const value = ownValue(values, on);
  return value === undefined ? undefined : JSON.stringify(value);
}
