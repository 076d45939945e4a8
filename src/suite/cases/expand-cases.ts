/**
 * `cases:` — a test becomes one copy for each row, which knows its row and is filled in with it later. Problems of a
 * row are told where it stands.
 */
import { resolve } from 'node:path';
import { type LocatedValue, locate, mark, type Path, type SourceSpot } from '../../source/spots.js';
import type { SuiteProblem } from '../../types/suite.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { agentDefinitions, agentTests } from '../agent-entries.js';
import { cases as casesShape } from '../blocks/common.js';
import { complaintsAbout } from '../complaints.js';
import { CASE_LISTS } from '../fill-suite.js';
import { outside } from '../imports.js';
import {
  type CaseRow,
  type FillError,
  fillTree,
  MAX_TOTAL_LENGTH,
  markCase,
  type Scope,
} from '../interpolate.js';
import { put, without } from '../merge.js';
import { displayPath } from '../paths.js';
import { problemAt, problemOf } from '../problems.js';
import { CaseNames } from './case-names.js';
import { type Choice, chooseRows } from './choose-rows.js';
import { rowsOfFile } from './read-cases.js';
import { BadCases, type ReadRow } from './rows.js';

export interface CasesContext {
  /** The folder that `from` starts at. */
  dir: string;
  cwd: string;
  workspace: string;
  scope: Scope;
  problems: SuiteProblem[];
}

type Content = Record<string, unknown>;

/** The suite with a copy of each test for each of its cases, and how much text these hold. */
export async function expandCases(
  root: LocatedValue,
  context: CasesContext,
): Promise<{ suite: Content; text: number; files: string[] }> {
  const suite = without(root.value as Content, () => false);
  const files = new Set<string>();
  let text = 0;
  refuseInDefinitions(root, context);
  for (const key of CASE_LISTS) {
    const list = ownValue(suite, key);
    if (!Array.isArray(list) || !list.some((test) => ownValue(test, 'cases') !== undefined)) continue;
    const out: unknown[] = [];
    for (const [index, test] of list.entries()) {
      const spot = locate(root, [key, index]);
      const add = (entry: unknown) => {
        mark(out, out.length, spot);
        out.push(entry);
      };
      if (!isObject(test) || ownValue(test, 'cases') === undefined) {
        add(test);
        continue;
      }
      const found = await casesOf(test.cases, { root, path: [key, index, 'cases'] }, context);
      if (found.path !== undefined) files.add(found.path);
      for (const row of namedRows(found, test, context)) {
        text += found.isFile ? JSON.stringify(row.values).length * 2 : 0;
        add(copyFor(withColumns(key, test, row), row));
      }
    }
    put(suite, key, out, suite);
  }
  return { suite, text, files: [...files] };
}

/** An entry that others inherit from is no test: whose cases would these be? */
function refuseInDefinitions(root: LocatedValue, { problems }: CasesContext): void {
  const suite = root.value as Content;
  const imported = (path: Path) => locate(root, path).source !== root.spot.source;
  const tests = new Set(agentTests(suite, imported).map(({ value }) => value));
  for (const { path, value } of agentDefinitions(suite)) {
    if (ownValue(value, 'cases') === undefined || tests.has(value)) continue;
    const message = '`cases` stands in an entry that other tests refer to, and which is no test itself';
    const hint = 'write `cases` in the tests that name it';
    problems.push(problemOf(root, { path: [...path, 'cases'], message, hint, at_key: true }));
  }
}

interface FoundCases {
  rows: ReadRow[];
  /** As it is shown. */
  file: string;
  isFile: boolean;
  /** Of the file, absolute. */
  path?: string;
  spot: SourceSpot;
}

async function casesOf(
  written: unknown,
  { root, path }: { root: LocatedValue; path: Path },
  context: CasesContext,
): Promise<FoundCases> {
  const spot = locate(root, path);
  const failed = (at: Path, { message, hint, told }: FillError) => {
    if (!told) context.problems.push(problemOf(root, { path: at, message, hint }));
  };
  const value = fillTree(
    written,
    {
      scope: context.scope,
      left: MAX_TOTAL_LENGTH,
      permits: (at) => ({ env: at.at(-1) !== 'name', captured: false }),
      retyped: () => {},
      failed,
    },
    path,
  );
  const none: FoundCases = { rows: [], file: spot.source.display, isFile: false, spot };
  const complaints = complaintsAbout(casesShape, value);
  for (const complaint of complaints)
    context.problems.push(problemOf(root, { ...complaint, path: [...path, ...complaint.path] }));
  if (complaints.length > 0) return none;
  if (!Array.isArray(value)) return fromFile(value as AskedFile, spot, context);
  const rows = value.map((values: Content, index) => {
    const { source, value: offset } = locate(root, [...path, index]);
    return { line: source.at(offset).line, values, written: (written as Content[])[index] };
  });
  return { ...none, rows };
}

interface AskedFile extends Choice {
  from: string;
  map?: Record<string, string>;
  join?: { from: string; on: string };
}

/** The rows as they are asked for; files of another shape are mapped on the way. */
async function rowsOf(asked: AskedFile, path: string, file: string, dir: string): Promise<ReadRow[]> {
  let rows: AsyncIterable<ReadRow> = rowsOfFile(path, file);
  if (asked.join || asked.map) {
    const { joinRows, mapRows } = await import('./map-rows.js');
    if (asked.join) {
      const other = resolve(dir, asked.join.from);
      rows = joinRows(rows, rowsOfFile(other, asked.join.from), asked.join.on);
    }
    if (asked.map) rows = mapRows(rows, asked.map);
  }
  return chooseRows(rows, asked);
}

async function fromFile(
  asked: AskedFile,
  spot: SourceSpot,
  { dir, cwd, workspace, problems }: CasesContext,
): Promise<FoundCases> {
  const path = resolve(dir, asked.from);
  const file = displayPath(path, cwd);
  const none: FoundCases = { rows: [], file, isFile: true, spot };
  const refusal =
    asked.seed !== undefined && asked.sample === undefined
      ? '`seed` needs `sample`'
      : ((await outside(path, workspace)) ??
        (asked.join && (await outside(resolve(dir, asked.join.from), workspace))));
  if (refusal !== undefined) {
    problems.push(problemAt(spot, `no cases of \`${clip(asked.from, 200)}\`: ${refusal}`));
    return none;
  }
  try {
    const rows = await rowsOf(asked, path, file, dir);
    if (rows.length === 0) throw new BadCases('there is no case in this file');
    return { ...none, path, rows };
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    problems.push(problemIn(file, error));
    return none;
  }
}

function problemIn(file: string, { message, line, hint }: BadCases): SuiteProblem {
  const spot = { source: { display: file, at: () => ({ line, column: 1 }) }, value: 0 };
  return problemAt(spot, message, hint);
}

function namedRows(
  { rows, file, isFile, spot }: FoundCases,
  test: Content,
  { problems }: CasesContext,
): (CaseRow & { tags: string[] })[] {
  const names = new CaseNames();
  const columns = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const of = ownValue(test, 'name');
  const origin = isFile ? file : spot.source.display;
  try {
    return rows.map((row) => ({
      of: typeof of === 'string' ? of : '',
      name: names.nameOf(row),
      file: origin,
      line: row.line,
      values: row.values,
      columns,
      inline: !isFile,
      tags: tagsOf(row),
    }));
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    problems.push(problemIn(origin, error));
    return [];
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

/** What the model is expected to call is taken from the columns of that name, where the test does not say it. */
function withColumns(list: string, test: Content, { values }: CaseRow): Content {
  const isAgent = list === 'agents' || ownValue(test, 'type') === 'agent';
  const columns = ['expect_tools', 'expect_args'].filter(
    (key) => isAgent && Object.hasOwn(values, key) && !Object.hasOwn(test, key) && values[key] !== '',
  );
  if (columns.length === 0) return test;
  const copy = without(test, () => false);
  for (const key of columns) put(copy, key, ['${', `case.${key}`, '}'].join(''), test);
  return copy;
}

const READS_CASE = /\$\{case\./;

function copyFor(test: Content, { tags, ...row }: CaseRow & { tags: string[] }): Content {
  const copy = without(test, (key) => key === 'cases');
  const { name, tags: own } = copy;
  if (typeof name === 'string' && !READS_CASE.test(name))
    put(copy, 'name', `${name} [${literally(row.name)}]`, test);
  if (tags.length > 0 && (own === undefined || Array.isArray(own)))
    put(copy, 'tags', [...(own ?? []), ...tags.map(literally)], test);
  markCase(copy, row);
  return copy;
}

/** Text that is not filled in. */
function literally(text: string): string {
  return text.replaceAll('${', () => '$${');
}
