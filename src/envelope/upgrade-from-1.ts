/**
 * Version 1 → 2. A row of version 1 tells its test, its model and the number of its run only by its name
 * (`NAME [model] #2`), and what a dying server wrote last is the end of a message: both are taken apart here,
 * and nowhere else.
 */
import { BETWEEN_LINES, STDERR_MARK } from '../util/full-message.js';
import { isObject, ownValue } from '../util/plain.js';

type Loose = Record<string, unknown>;

/** What is no envelope is left as it is, for the schema to refuse. */
export function upgradeFrom1(old: Loose): Loose {
  const results = mapped(old.results, upgradeRow);
  const rows = Array.isArray(results) ? results.filter(isObject) : [];
  const upgraded: Loose = { ...old, version: 2, results };
  if (Object.hasOwn(old, 'groups'))
    upgraded.groups = upgradeGates(old.groups, rows, ({ name, model }) => withoutModel(name, model));
  if (Object.hasOwn(old, 'tool_selection'))
    upgraded.tool_selection = upgradeGates(old.tool_selection, rows, ({ agent }) => agent);
  if (Object.hasOwn(old, 'errors'))
    upgraded.errors = mapped(old.errors, (error) => splitStderr(error, 'message'));
  if (isObject(old.coverage) && Object.hasOwn(old.coverage, 'unmeasured')) {
    const unmeasured = mapped(old.coverage.unmeasured, (server) => splitStderr(server, 'reason'));
    upgraded.coverage = { ...old.coverage, unmeasured };
  }
  return upgraded;
}

function mapped(list: unknown, change: (item: Loose) => Loose): unknown {
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? change(item) : item)) : list;
}

function upgradeRow(row: Loose): Loose {
  const upgraded = { ...row, ...nameParts(row), checks: upgradeChecks(row.checks) };
  if (!Object.hasOwn(row, 'earlier_attempts')) return upgraded;
  const attempts = mapped(row.earlier_attempts, (attempt) => ({
    ...attempt,
    checks: upgradeChecks(attempt.checks),
  }));
  return { ...upgraded, earlier_attempts: attempts };
}

function upgradeChecks(checks: unknown): unknown {
  return mapped(checks, (check) => splitStderr(check, 'message'));
}

/** Only rows of agents carry a model and the number of a run. */
function nameParts({ name, kind, trace }: Loose): Loose {
  if (typeof name !== 'string' || kind !== 'agent') return { test: name };
  const run = / #(\d+)$/.exec(name)?.[1];
  const whole = run === undefined ? name : name.slice(0, -` #${run}`.length);
  const model = ownValue(trace, 'model') ?? / \[([^\]]+)\]$/.exec(whole)?.[1];
  const parts: Loose = { test: withoutModel(whole, model), run: Number(run ?? 1) };
  if (model !== undefined) parts.model = model;
  return parts;
}

/** Gates of the oldest runs do not name their suites: those of one name are taken to be in the order of the rows. */
function upgradeGates(gates: unknown, rows: Loose[], testOf: (gate: Loose) => unknown): unknown {
  const taken = new Set<string>();
  return mapped(gates, (gate) => {
    const test = testOf(gate);
    const files = rows.flatMap((row) => (row.test === test ? [row.file] : []));
    const keyOf = (suite: unknown) => JSON.stringify([suite, test, gate.model]);
    const file =
      gate.file ?? files.find((one) => !taken.has(keyOf(one))) ?? files.at(-1) ?? rows[0]?.file ?? '';
    taken.add(keyOf(file));
    return { ...gate, file, test };
  });
}

function withoutModel(test: unknown, model: unknown): unknown {
  const end = ` [${model}]`;
  return typeof test === 'string' && model !== undefined && test.endsWith(end)
    ? test.slice(0, -end.length)
    : test;
}

/** The sentence under `key` without the lines of stderr at its end, and these by themselves. */
function splitStderr(value: Loose, key: 'message' | 'reason'): Loose {
  const text = value[key];
  const at = typeof text === 'string' ? text.indexOf(STDERR_MARK) : -1;
  if (typeof text !== 'string' || at < 0) return value;
  const stderr = text.slice(at + STDERR_MARK.length).split(BETWEEN_LINES);
  return { ...value, [key]: text.slice(0, at), stderr };
}
