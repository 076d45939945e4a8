/** Named rows of a test, and the copy of the test that each of them makes. */
import { mark, type SourceSpot } from '../../source/spots.js';
import type { SuiteProblem } from '../../types/suite.js';
import { ownValue } from '../../util/plain.js';
import { type CaseRow, markCase } from '../interpolate.js';
import { put, without } from '../merge.js';
import { problemAt } from '../problems.js';
import { CaseNames } from './case-names.js';
import { BadCases, type ReadRow } from './rows.js';

type Content = Record<string, unknown>;

export type NamedRow = CaseRow & { tags: string[] };

/** Rows that are there when they are asked for. */
export interface NamedRows {
  count: number;
  part(from: number, to: number): NamedRow[];
}

export function alone(row: NamedRow): NamedRows {
  return { count: 1, part: () => [row] };
}

export interface FoundCases {
  rows: ReadRow[];
  /** As it is shown. */
  file: string;
  isFile: boolean;
  /** Nothing in them but JSON. */
  isJson: boolean;
  /** Of the file, absolute. */
  path?: string;
  spot: SourceSpot;
}

export function problemIn(file: string, { message, line, hint, file: own = file }: BadCases): SuiteProblem {
  return problemAt(lineSpot(own, line), message, hint);
}

export function lineSpot(file: string, line: number): SourceSpot {
  return { source: { display: file, at: () => ({ line, column: 1 }) }, value: 0 };
}

export function namedRows(
  { rows, file, isFile, spot }: FoundCases,
  test: Content,
  problems: SuiteProblem[],
): NamedRows {
  const names = new CaseNames();
  const columns = new Set<string>();
  for (const { values } of rows) for (const column of Object.keys(values)) columns.add(column);
  const own = ownValue(test, 'name');
  const of = typeof own === 'string' ? own : '';
  const origin = isFile ? file : spot.source.display;
  try {
    const named = rows.map((row) => {
      tagsOf(row);
      return names.nameOf(row);
    });
    const rowAt = (row: ReadRow, name: string): NamedRow => {
      const { line, values } = row;
      return { of, name, file: origin, line, values, columns, inline: !isFile, tags: tagsOf(row) };
    };
    return {
      count: rows.length,
      part: (from, to) => rows.slice(from, to).map((row, at) => rowAt(row, named[from + at]!)),
    };
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    problems.push(problemIn(origin, error));
    return { count: 0, part: () => [] };
  }
}

/** A list, or words with commas between them. */
function tagsOf({ values, line }: ReadRow): string[] {
  const tags = ownValue(values, 'tags');
  if (tags === undefined || tags === null || tags === '') return [];
  const words = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : tags;
  const isWord = (word: unknown) => typeof word === 'string' && word !== '';
  if (Array.isArray(words) && words.every(isWord)) return words;
  throw new BadCases('the `tags` of a case are a list of words, or words with commas between them', line);
}

/** What the model is expected to call, and may, is taken from the columns of that name, where the test does not say it. */
export function withColumns(test: Content, { values, file, line }: CaseRow): Content {
  const columns = ['expect_tools', 'expect_args', 'offer_tools'].filter(
    (key) => !isEmpty(values, key) && !Object.hasOwn(test, key),
  );
  if (columns.length === 0) return test;
  const copy = without(test, () => false);
  for (const key of columns) {
    copy[key] = ['${', `case.${key}`, '}'].join('');
    // What is wrong with it is told where the row stands.
    mark(copy, key, lineSpot(file, line));
  }
  return copy;
}

function isEmpty(values: Content, column: string): boolean {
  const value = ownValue(values, column);
  return value === undefined || value === null || value === '';
}

/** Of a set in which other rows say what they expect, a row that does not cannot be counted. */
export function needTools(
  { rows, isFile, file, spot }: FoundCases,
  test: Content,
  problems: SuiteProblem[],
): void {
  if (Object.hasOwn(test, 'expect_tools') || !Object.hasOwn(test, 'dataset')) return;
  const bare = rows.find(({ values }) => isEmpty(values, 'expect_tools'));
  if (bare === undefined || !rows.some(({ values }) => Object.hasOwn(values, 'expect_tools'))) return;
  const hint = 'write `none` where the request needs no tool';
  const where = lineSpot(isFile ? file : spot.source.display, bare.line);
  problems.push(problemAt(where, 'the row has no `expect_tools`', hint));
}

const READS_CASE = /\$\{case\./;

export function copyFor(test: Content, { tags, ...row }: NamedRow, server: string | undefined): Content {
  const copy = without(test, (key) => key === 'cases' || (key === 'matrix' && server !== undefined));
  const { name, tags: own } = copy;
  const told = typeof name === 'string' && READS_CASE.test(name);
  const parts = [server ?? [], told || row.name === '' ? [] : row.name].flat();
  if (typeof name === 'string' && parts.length > 0)
    put(copy, 'name', `${name} [${literally(parts.join(', '))}]`, test);
  if (server !== undefined) put(copy, 'server', server, test);
  if (tags.length > 0 && (own === undefined || Array.isArray(own)))
    put(copy, 'tags', [...(own ?? []), ...tags.map(literally)], test);
  markCase(copy, { ...row, name: [server ?? [], row.name || []].flat().join(', ') });
  return copy;
}

/** Text that is not filled in. */
function literally(text: string): string {
  return text.replaceAll('${', () => '$${');
}
