// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
/**
 * Filling in `${name}`, `${env:NAME}`, `${CONFIG_DIR}`, `${tmp}` and `${case.column}`. `${captured.name}` stays for the run, and
 * so that text which only looks like one is never mistaken for it, `$${captured.` keeps its escape and what
 * is filled in gets one; the run takes it off. Keys are never filled in. Linear, and the result is capped.
 */

import { copyMarks, type Path } from '../source/spots.js';
import type { CaseSpec } from '../types/suite.js';
import { didYouMean } from '../util/did-you-mean.js';
import { changedList, changedObject, isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';

/** A row of `cases:`, which one copy of a test is filled in with. */
export interface CaseRow extends CaseSpec {
  values: Record<string, unknown>;
  /** The columns of all rows; one that some rows lack is missing there only. */
  columns: ReadonlySet<string>;
  /** It stands in the suite, whose variables are filled in already. */
  inline: boolean;
}

const rows = new WeakMap<object, CaseRow>();

/** Says which row a copy of a test is filled in with. */
export function markCase(test: object, row: CaseRow): void {
  rows.set(test, row);
}

/** The row that a copy of a test is filled in with. */
export function rowOf(test: unknown): CaseRow | undefined {
  return isObject(test) ? rows.get(test) : undefined;
}

/** Which case a test is, for its report. */
export function caseSpec(test: object): CaseSpec | undefined {
  const row = rows.get(test);
  return row && { of: row.of, name: row.name, file: row.file, line: row.line };
}

/** What a string may read. */
export interface Scope {
  /** Undefined when there is no such variable; throws `FillError` when it has no value. */
  variable(name: string): unknown;
  /** Undefined when it is not set. Reading it for use makes its value a secret unless `plain`. */
  env(name: string, plain: boolean): string | undefined;
  configDir: string;
  suggest(name: string): string | null;
  /** The row that `${case.column}` reads. */
  row?: CaseRow;
  /** The folder of `${tmp}`; absent where the suite does not read it. */
  tmp?: string;
}

export interface Permits {
  env: boolean;
  captured: boolean;
  /** Whose folder `${tmp}` is; absent where it cannot be read. */
  tmp?: 'suite' | 'test';
}

/** Why a string could not be filled in. */
export class FillError extends Error {
  constructor(
    message: string,
    readonly hint: string | null = null,
    /** The cause was already told, at its own place. */
    readonly told = false,
  ) {
    super(message);
  }
}

const REFERENCE = /\$\$\{|\$\{([^${}]*)\}/g;
const MAX_LENGTH = 1_000_000;

export function fillText(text: string, scope: Scope, permits: Permits): unknown {
  if (!text.includes('${')) return text;
  const whole = /^\$\{([A-Za-z_][\w-]*|case\.[^${}]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) {
    const value = read(whole, scope, permits);
    return scope.row?.inline && whole.startsWith(CASE) ? value : guardAll(value);
  }
  let length = text.length;
  return text.replace(REFERENCE, (found, inner: string | undefined, offset: number) => {
    if (inner === undefined) return text.startsWith('captured.', offset + found.length) ? found : '${';
    if (inner.startsWith('captured.')) {
      checkCaptured(inner, permits);
      return found;
    }
    const value = asText(inner, read(inner, scope, permits), scope);
    length += value.length;
    if (length > MAX_LENGTH) throw new FillError('the text grows too long when its variables are filled in');
    return value;
  });
}

const CASE = 'case.';

function asText(inner: string, value: unknown, { row }: Scope): string {
  if (!inner.startsWith(CASE)) return guard(String(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return row?.inline ? text : guard(text);
}

/** The cell of a column, or of a path such as `user.id` into one. */
function readCase(path: string, row: CaseRow | undefined): unknown {
  if (row === undefined)
    throw new FillError(
      `\`${shown(`case.${path}`)}\` can be read only in a test that has \`cases\``,
      escapeHint(`case.${path}`),
    );
  if (Object.hasOwn(row.values, path)) return row.values[path];
  const [column = '', ...inner] = path.split('.');
  let value = ownValue(row.values, column);
  for (const part of inner)
    value = Object.hasOwn(Object(value), part) ? (value as Record<string, unknown>)[part] : undefined;
  if (value !== undefined) return value;
  const where = `${row.file}:${row.line}`;
  if (Object.hasOwn(row.values, column))
    throw new FillError(
      `the case at ${where} has no \`${oneLine(clip(path, 60))}\``,
      'write null for nothing',
    );
  if (row.columns.has(column))
    throw new FillError(
      `the case at ${where} has no \`${oneLine(clip(column, 60))}\``,
      'write null for nothing',
    );
  const near = didYouMean(column, [...row.columns]);
  const known = [...row.columns].slice(0, 20).map((name) => `\`${oneLine(clip(name, 60))}\``);
  throw new FillError(
    `the cases have no \`${oneLine(clip(column, 60))}\``,
    near === undefined
      ? `they have ${known.join(', ') || 'no columns'}${separator(row.columns)}`
      : `did you mean \`\${case.${near}}\`?`,
  );
}

/** A spreadsheet may have written its one line of names with another mark between them. */
function separator(columns: ReadonlySet<string>): string {
  const [only = ''] = columns;
  return columns.size === 1 && /[;\t|]/.test(only)
    ? '; if these are several columns, separate them with commas'
    : '';
}

/** As `guard`, for whatever a cell may hold. */
function guardAll(value: unknown): unknown {
  if (typeof value === 'string') return guard(value);
  if (Array.isArray(value)) return value.map(guardAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, guardAll(inner)]));
}

function guard(value: string): string {
  return value.split('${captured.').join('$${captured.');
}

function checkCaptured(inner: string, permits: Permits): void {
  if (!permits.captured) throw new FillError(`\`\${captured...}\` can be read only in a test`);
  if (!/^captured\.[A-Za-z_][\w-]*$/.test(inner))
    throw new FillError(`\`${shown(inner)}\` is not a capture`, escapeHint(inner));
}

function read(inner: string, scope: Scope, permits: Permits): unknown {
  if (inner === 'CONFIG_DIR') return scope.configDir;
  if (inner.startsWith(CASE)) return readCase(inner.slice(CASE.length), scope.row);
  const [, env, plain] = /^env:([A-Za-z_][A-Za-z0-9_]*)(:plain)?$/.exec(inner) ?? [];
  if (env !== undefined) {
    if (!permits.env)
      throw new FillError(
        'a name cannot hold an environment variable: names are shown in every report',
        'declare a variable in `variables:` and use that',
      );
    const found = scope.env(env, plain !== undefined);
    if (found === undefined) throw missingEnv(env);
    return found;
  }
  const value = /^[A-Za-z_][\w-]*$/.test(inner) ? scope.variable(inner) : undefined;
  if (value !== undefined) return value;
  if (inner === 'tmp' && scope.tmp !== undefined) return tmpFor(scope.tmp, permits);
  const hint = scope.suggest(inner) ?? environmentHint(inner) ?? escapeHint(inner);
  throw new FillError(`unknown variable \`${shown(inner)}\``, hint);
}

/** What a test reads becomes a folder of its own when it is planned. */
function tmpFor(folder: string, { tmp }: Permits): string {
  if (tmp === undefined)
    throw new FillError(
      '`${tmp}` is new in every run, and cannot be read in names, variables and cases',
      'read it where it is used: in `args`, `expect`, `servers`, `setup`',
    );
  return tmp === 'test' ? `${folder}${OF_EACH_TEST}` : folder;
}

/** Stands behind the folder until the test is planned. */
export const OF_EACH_TEST = '/of-each-test';

export function missingEnv(name: string): FillError {
  return new FillError(
    `the environment variable ${name} is not set`,
    `set ${name}, or declare a variable with \`{ env: ${name}, default: ... }\``,
  );
}

/** Whether a problem is a variable of the environment that is not set. */
export function isMissingEnv(message: string): boolean {
  return /^the environment variable \w+ is not set$/.test(message);
}

function shown(inner: string): string {
  return `\${${oneLine(clip(inner, 60))}}`;
}

/** For what looks like the name of an environment variable. */
function environmentHint(inner: string): string | null {
  const [, name] = /^(?:env\.)?([A-Z][A-Z0-9_]*)$/.exec(inner) ?? [];
  return name === undefined ? null : `an environment variable is read as \`${shown(`env:${name}`)}\``;
}

function escapeHint(inner: string): string {
  return `to mean the text itself, write \`$${shown(inner)}\``;
}

/** How much text all filled strings of a suite may hold together. */
export const MAX_TOTAL_LENGTH = 10_000_000;

export interface Fill {
  scope: Scope;
  /** Characters that may still be filled in; starts at `MAX_TOTAL_LENGTH`. */
  left: number;
  permits(path: Path): Permits;
  /** A string that became a number, true, false or null. */
  retyped(path: Path): void;
  /** A string that could not be filled in; it is left as it was. */
  failed(path: Path, why: FillError): void;
}

/** The value with every string filled in; what holds nothing to fill in is the very same object. */
export function fillTree(value: unknown, fill: Fill, path: Path = []): unknown {
  return fillIn(value, fill, [...path]);
}

/** `path` is where we are; whoever keeps it is given a copy. */
function fillIn(value: unknown, fill: Fill, path: (string | number)[]): unknown {
  if (typeof value === 'string') return value.includes('${') ? fillString(value, fill, [...path]) : value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = (item: unknown, key: string | number): unknown => {
    path.push(key);
    if (typeof key === 'string' && key.includes('${')) refuseInKey(key, fill, path);
    const filled = fillIn(item, fill, path);
    path.pop();
    return filled;
  };
  const { scope } = fill;
  const row = rows.get(value);
  if (row !== undefined) fill.scope = { ...scope, row };
  const out = Array.isArray(value)
    ? changedList(value, inner)
    : changedObject(value as Record<string, unknown>, inner);
  fill.scope = scope;
  if (out === value) return value;
  if (row !== undefined) rows.set(out, row);
  copyMarks(value, out);
  return out;
}

/** A key that seems to be filled in, and is not, would name something that is not there. */
function refuseInKey(key: string, fill: Fill, path: Path): void {
  const meant = [...key.matchAll(REFERENCE)].flatMap(([, inner]) => inner ?? []);
  const found = meant.find((inner) => READ_ANYWHERE.test(inner) || isVariable(inner, fill.scope));
  if (found === undefined) return;
  const hint = "a target with a variable is written `{ target: 'result.${name}', matcher: ... }`";
  fill.failed(
    [...path],
    new FillError(`keys are not filled in, so \`${shown(found)}\` would stay as it is`, hint),
  );
}

const READ_ANYWHERE = /^(?:(?:case|captured)\.|env:|tmp$|CONFIG_DIR$)/;

function isVariable(name: string, scope: Scope): boolean {
  try {
    return scope.variable(name) !== undefined;
  } catch {
    return true;
  }
}

function fillString(text: string, fill: Fill, path: Path): unknown {
  try {
    if (fill.left <= 0) throw new FillError('the suite grows too large when its variables are filled in');
    const filled = fillText(text, fill.scope, fill.permits(path));
    if (typeof filled === 'string') fill.left -= filled.length;
    else if (typeof filled !== 'object' || filled === null) fill.retyped(path);
    return filled;
  } catch (error) {
    if (!(error instanceof FillError)) throw error;
    fill.failed(path, error);
    return text;
  }
}
