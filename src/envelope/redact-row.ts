/**
 * Rows, groups and floors as they leave a run. What servers and models said was redacted when it was written down;
 * here are the words of the suite, and, as the last door, everything that some message may have quoted on its way.
 */
import type { Redactor } from '../redact/redactor.js';
import type { CaseResult, EarlierAttempt, Floor, Group } from '../types/envelope.js';
import type { Check, JudgedBy } from '../types/verdict.js';
import { changedList } from '../util/plain.js';

export function redactRow(row: CaseResult, redactor: Redactor): CaseResult {
  return withFields(row, ROW, redactor);
}

export function redactGroup(group: Group, redactor: Redactor): Group {
  return withFields(group, { name: text, test: text, model: text, checks }, redactor);
}

export function redactFloor(floor: Floor, redactor: Redactor): Floor {
  const fields = { agent: text, test: text, model: text, because: texts, expected_tool: text };
  return withFields(floor, fields, redactor);
}

/** How each field is redacted; the others stay as they are. */
type Fields<T> = {
  [Key in keyof T]?: (value: NonNullable<T[Key]>, redactor: Redactor) => T[Key];
};

/** The object with these fields redacted; itself where nothing changes, as in nearly every row. */
function withFields<T extends object>(source: T, fields: Fields<T>, redactor: Redactor): T {
  let out: T | undefined;
  for (const key in fields) {
    const value = source[key];
    if (value === undefined || value === null) continue;
    const next = fields[key]?.(value, redactor) as T[typeof key];
    if (next === value) continue;
    out ??= { ...source };
    out[key] = next;
  }
  return out ?? source;
}

const text = (value: string, redactor: Redactor): string => redactor.text(value);

const texts = (list: string[], redactor: Redactor): string[] =>
  changedList(list, redactor.text as (item: unknown) => unknown) as string[];

function each<T extends object>(fields: Fields<T>): (list: T[], redactor: Redactor) => T[] {
  return (list, redactor) => changedList(list, (one) => withFields(one as T, fields, redactor)) as T[];
}

const checks = each<Check>({
  target: (value, redactor) => redactor.key(value),
  message: text,
  because: texts,
  judged: each<JudgedBy>({ reason: text, problem: text }),
  stderr: texts,
});

const ATTEMPT = { checks, notes: texts };

const ROW: Fields<CaseResult> = {
  name: text,
  test: text,
  case: (one, redactor) => withFields(one, { of: text, name: text }, redactor),
  model: text,
  repro: text,
  tags: texts,
  skip_reason: text,
  ...ATTEMPT,
  earlier_attempts: each<EarlierAttempt>(ATTEMPT),
};
