/**
 * `cases:` and `matrix:` — a test becomes one copy for each row and each server, which knows its row and is filled in with
 * it later. Problems of a row are told where it stands.
 */
import { resolve } from 'node:path';
import { type LocatedValue, locate, mark, type Path, type SourceSpot } from '../../source/spots.js';
import type { CaseSpec, SuiteProblem } from '../../types/suite.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { agentDefinitions, agentTests } from '../agent-entries.js';
import { cases as casesShape, matrix as matrixShape } from '../blocks/common.js';
import { complaintsAbout } from '../complaints.js';
import { CASE_LISTS } from '../fill-suite.js';
import { OUTSIDE, outside } from '../imports.js';
import { type FillError, fillTree, MAX_TOTAL_LENGTH, type Scope } from '../interpolate.js';
import { put, without } from '../merge.js';
import { displayPath } from '../paths.js';
import { problemAt, problemOf } from '../problems.js';
import { type Choice, chooseRows } from './choose-rows.js';
import {
  alone,
  copyFor,
  type FoundCases,
  type NamedRow,
  namedRows,
  needTools,
  problemIn,
  withColumns,
} from './copy-rows.js';
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

export interface ExpandedSuite {
  suite: Content;
  /** How much text the cases hold. */
  text: number;
  /** Files of cases. */
  files: string[];
  /** Servers that a matrix calls one. */
  same_servers: string[][];
  /** Of tests with very many cases: all but the first. */
  later: LaterCases[];
}

/** Copies of one test that are made when their turn comes. */
export interface LaterCases {
  /** The list that the test stands in, and where. */
  list: string;
  spot: SourceSpot;
  /** The last of the first cases, which these follow. */
  last: CaseSpec;
  /** Some at a time. */
  copies(): Iterable<{ copies: Content[]; text: number }>;
}

/** The suite with a copy of each test for each of its cases. `most`: so many cases of an agent test at once. */
export async function expandCases(
  root: LocatedValue,
  context: CasesContext,
  most = Number.POSITIVE_INFINITY,
): Promise<ExpandedSuite> {
  const suite = without(root.value as Content, () => false);
  const found: FoundCopies = { text: 0, files: new Set(), same: [], later: [], most };
  refuseInDefinitions(root, context);
  for (const key of CASE_LISTS) {
    const list = ownValue(suite, key);
    if (!Array.isArray(list) || !list.some((test) => isExpanded(key, test))) continue;
    const out: unknown[] = [];
    for (const [index, test] of list.entries()) {
      const spot = locate(root, [key, index]);
      const copies = isExpanded(key, test)
        ? await copiesOf(test, { root, path: [key, index] }, context, found)
        : [test];
      for (const entry of copies) {
        mark(out, out.length, spot);
        out.push(entry);
      }
    }
    put(suite, key, out, suite);
  }
  const { text, files, same, later } = found;
  return { suite, text, files: [...files], same_servers: joinedSets(same), later };
}

interface FoundCopies {
  text: number;
  files: Set<string>;
  same: string[][];
  later: LaterCases[];
  most: number;
}

async function copiesOf(
  test: Content,
  at: TestPlace,
  context: CasesContext,
  found: FoundCopies,
): Promise<Content[]> {
  const key = String(at.path[0]);
  const servers = hasMatrix(key, test) ? matrixOf(test, at, context) : [undefined];
  if (servers.length > 1) found.same.push(servers as string[]);
  const read = await rowsOf(test, at, context);
  if (read?.path !== undefined) found.files.add(read.path);
  const rows = read ? namedRows(read, test, context.problems) : alone(bareRow(test, at));
  const agent = isAgent(key, test);
  if (agent && read && rows.count > 0) needTools(read, test, context.problems);
  const part = (from: number, to: number) => {
    const own = rows.part(from, to);
    const text = read?.isFile
      ? own.reduce((sum, { values }) => sum + JSON.stringify(values).length * 2, 0)
      : 0;
    const copies = servers.flatMap((server) =>
      own.map((row) => copyFor(agent ? withColumns(test, row) : test, row, server)),
    );
    return { copies, text: text * servers.length };
  };
  const most = agent && read?.isJson ? found.most : rows.count;
  if (rows.count > most) {
    const copies = function* () {
      for (let from = most; from < rows.count; from += most) yield part(from, from + most);
    };
    const [last] = rows.part(most - 1, most);
    found.later.push({ list: key, spot: locate(at.root, at.path), last: last!, copies });
  }
  const first = part(0, most);
  found.text += first.text;
  return first.copies;
}

/** Agents have `servers` of their own. */
function hasMatrix(list: string, test: unknown): boolean {
  return !isAgent(list, test) && ownValue(test, 'matrix') !== undefined;
}

function isAgent(list: string, test: unknown): boolean {
  return list === 'agents' || ownValue(test, 'type') === 'agent';
}

function isExpanded(list: string, test: unknown): test is Content {
  return isObject(test) && (ownValue(test, 'cases') !== undefined || hasMatrix(list, test));
}

interface TestPlace {
  root: LocatedValue;
  path: Path;
}

/** The servers of `matrix:`; none where it is not right. */
function matrixOf(test: Content, { root, path }: TestPlace, { problems }: CasesContext): string[] {
  const tell = (at: Path, message: string, hint: string | null = null) =>
    problems.push(problemOf(root, { path: [...path, ...at], message, hint }));
  const complaints = complaintsAbout(matrixShape, test.matrix);
  for (const complaint of complaints)
    problems.push(problemOf(root, { ...complaint, path: [...path, 'matrix', ...complaint.path] }));
  if (complaints.length > 0) return [];
  if (Object.hasOwn(test, 'server')) {
    tell(['server'], '`server` and `matrix` cannot both be given', 'leave out `server`');
    return [];
  }
  const { server: names } = test.matrix as { server: string[] };
  const declared = ownValue(root.value, 'servers');
  const known = Object.keys(isObject(declared) ? declared : {});
  for (const [index, name] of names.entries()) {
    const near = didYouMean(name, known);
    if (!known.includes(name))
      tell(
        ['matrix', 'server', index],
        `no server is called \`${clip(name, 80)}\``,
        near === undefined ? `declared: ${known.join(', ') || 'none'}` : `did you mean \`${near}\`?`,
      );
    else if (names.indexOf(name) < index) tell(['matrix', 'server', index], `\`${name}\` is there twice`);
  }
  return names;
}

async function rowsOf(test: Content, at: TestPlace, context: CasesContext): Promise<FoundCases | undefined> {
  if (test.cases === undefined) return undefined;
  return casesOf(test.cases, { root: at.root, path: [...at.path, 'cases'] }, context);
}

/** Of a test that has a matrix and no cases. */
function bareRow(test: Content, { root, path }: TestPlace): NamedRow {
  const { source, value } = locate(root, path);
  const of = typeof test.name === 'string' ? test.name : '';
  const { line } = source.at(value);
  return { of, name: '', file: source.display, line, values: {}, columns: new Set(), inline: true, tags: [] };
}

/** Lists that share a server are one. */
function joinedSets(lists: string[][]): string[][] {
  const out: Set<string>[] = [];
  for (const list of lists) {
    const touching = out.filter((one) => list.some((name) => one.has(name)));
    const joined = new Set([...touching.flatMap((one) => [...one]), ...list]);
    out.splice(0, out.length, ...out.filter((one) => !touching.includes(one)), joined);
  }
  return out.map((one) => [...one]);
}

/** An entry that others inherit from is no test: whose cases would these be? */
function refuseInDefinitions(root: LocatedValue, { problems }: CasesContext): void {
  const suite = root.value as Content;
  const imported = (path: Path) => locate(root, path).source !== root.spot.source;
  const tests = new Set(agentTests(suite, imported).map(({ value }) => value));
  for (const { path, value } of agentDefinitions(suite)) {
    if (ownValue(value, 'cases') === undefined || tests.has(value)) continue;
    const message = '`cases` is in an entry that other tests refer to, and which is not a test itself';
    const hint = 'write `cases` in the tests that name it';
    problems.push(problemOf(root, { path: [...path, 'cases'], message, hint, at_key: true }));
  }
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
  const none: FoundCases = { rows: [], file: spot.source.display, isFile: false, isJson: false, spot };
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
async function askedRows(
  asked: AskedFile,
  path: string,
  { shown, dir, isJson }: { shown: (path: string) => string; dir: string; isJson: boolean },
): Promise<ReadRow[]> {
  let rows: AsyncIterable<ReadRow> = rowsOfFile(path, shown(path));
  if (asked.join || asked.map) {
    const { joinRows, mapRows } = await import('./map-rows.js');
    if (asked.join) {
      const other = resolve(dir, asked.join.from);
      const file = shown(other);
      rows = joinRows(rows, { rows: rowsOfFile(other, file), file, on: asked.join.on });
    }
    if (asked.map) rows = mapRows(rows, asked.map);
  }
  return chooseRows(rows, asked, isJson);
}

async function fromFile(
  asked: AskedFile,
  spot: SourceSpot,
  { dir, cwd, workspace, problems }: CasesContext,
): Promise<FoundCases> {
  const path = resolve(dir, asked.from);
  const shown = (one: string) => displayPath(one, cwd);
  const file = shown(path);
  const files = [asked.from, ...(asked.join ? [asked.join.from] : [])];
  const isJson = !files.some((one) => /\.ya?ml$/i.test(one));
  const none: FoundCases = { rows: [], file, isFile: true, isJson, spot };
  const before = problems.length;
  if (asked.seed !== undefined && asked.sample === undefined)
    problems.push(problemAt(spot, '`seed` needs `sample`', 'say how many rows to take: `sample: 50`'));
  for (const one of files) {
    const refusal = await outside(resolve(dir, one), workspace);
    if (refusal === undefined) continue;
    const hint =
      refusal === OUTSIDE ? 'copy it into the workspace' : 'the path starts at the folder of the suite';
    problems.push(problemAt(spot, `no cases of \`${clip(one, 200)}\`: ${refusal}`, hint));
  }
  if (problems.length > before) return none;
  try {
    const rows = await askedRows(asked, path, { shown, dir, isJson });
    if (rows.length === 0) throw new BadCases('there is no case in this file', 1, 'write at least one row');
    return { ...none, path, rows };
  } catch (error) {
    if (!(error instanceof BadCases)) throw error;
    problems.push(problemIn(file, error));
    return none;
  }
}
