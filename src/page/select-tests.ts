/** Which tests the table shows and in which order: a function of the results and the words in the address. */

import type { CaseResult } from '../types/envelope.js';
import { fullMessage } from '../util/full-message.js';

export const SORTS = ['suite', 'name', 'verdict', 'kind', 'server', 'duration'] as const;
export type Sort = (typeof SORTS)[number];

/** What tests may be put together by. `none` is said where the page would group by itself. */
export const GROUPS = ['verdict', 'file', 'server', 'kind', 'tag', 'tool', 'none'] as const;
export type Grouping = (typeof GROUPS)[number];

export interface Selection {
  verdicts: string[];
  kind?: string;
  server?: string;
  file?: string;
  tag?: string;
  text: string;
  group?: Grouping;
  sort: Sort;
  down: boolean;
}

export function selectionOf(query: URLSearchParams): Selection {
  const word = (name: string): string | undefined => query.get(name) || undefined;
  const sort = SORTS.find((known) => known === query.get('sort')) ?? 'suite';
  return {
    verdicts: (query.get('verdict') ?? '').split(',').filter(Boolean),
    kind: word('kind'),
    server: word('server'),
    file: word('file'),
    tag: word('tag'),
    text: query.get('q') ?? '',
    group: GROUPS.find((known) => known === query.get('group')),
    sort,
    down: query.get('order') === 'down',
  };
}

/** The words for the address; what is at its default is left out. */
export function queryOf(selection: Selection): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: string | undefined): void => {
    if (value) query.set(name, value);
  };
  put('verdict', selection.verdicts.join(','));
  put('kind', selection.kind);
  put('server', selection.server);
  put('file', selection.file);
  put('tag', selection.tag);
  put('q', selection.text);
  put('group', selection.group);
  if (selection.sort !== 'suite') put('sort', selection.sort);
  if (selection.down) put('order', 'down');
  return query;
}

const RANK: Record<string, number> = { fail: 0, inconclusive: 1, flaky: 2, pass: 3, skipped: 4 };

interface Found {
  /** Place among the results. */
  at: number;
  result: CaseResult;
}

/** Places among the results. */
export function selectTests(results: readonly CaseResult[], selection: Selection): number[] {
  const words = selection.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Found[] = [];
  for (const [at, result] of results.entries()) {
    const isFound = wanted(result, selection) && words.every((word) => haystack(result).includes(word));
    if (isFound) found.push({ at, result });
  }
  const compare = ORDERS[selection.sort];
  if (compare) found.sort((a, b) => compare(a.result, b.result) || a.at - b.at);
  if (selection.down) found.reverse();
  const by = groupingOf(results, selection);
  const ordered = by === undefined ? found : together(found, by, selection);
  return ordered.map(({ at }) => at);
}

/** Fewer passed tests than these are no burden. */
const MANY = 10;

/** What the tests are put together by: where some failed and many passed, by their verdict, so that those can be folded. */
export function groupingOf(
  results: readonly CaseResult[],
  { group, sort, verdicts, text }: Selection,
): Exclude<Grouping, 'none'> | undefined {
  if (group !== undefined) return group === 'none' ? undefined : group;
  if (sort !== 'suite' || verdicts.length > 0 || text !== '') return undefined;
  const passed = results.reduce((sum, { verdict }) => sum + Number(verdict === 'pass'), 0);
  const broken = results.some(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  return broken && passed >= MANY ? 'verdict' : undefined;
}

const VERDICTS: Record<string, string> = { fail: 'Failed', inconclusive: 'Not judged', pass: 'Passed' };

/** The group that a test belongs to. */
export function groupOf(result: CaseResult, by: Exclude<Grouping, 'none'>): string {
  switch (by) {
    case 'verdict':
      return VERDICTS[result.verdict] ?? 'Skipped';
    case 'tag':
      return result.tags.length > 0 ? result.tags.map((tag) => `#${tag}`).join(' ') : 'no tag';
    case 'tool':
      return toolsOf(result) || 'no tool called';
    case 'server':
      return result.server ?? 'no server';
    default:
      return result[by];
  }
}

function toolsOf({ trace }: CaseResult): string {
  return [...new Set((trace?.calls ?? []).slice(0, 200).map(({ tool }) => tool))].slice(0, 4).join(', ');
}

export const isWell = ({ verdict }: CaseResult): boolean => verdict === 'pass' || verdict === 'skipped';

/**
 * Whether the tests of a group that went well are folded below those that did not. Where the reader sorts by something else
 * than the verdict, tests stay in that order.
 */
export function foldsWell(tests: readonly CaseResult[], by: Grouping, { sort }: Selection): boolean {
  if (by === 'verdict' || (sort !== 'suite' && sort !== 'verdict')) return false;
  const well = tests.reduce((sum, test) => sum + Number(isWell(test)), 0);
  return well >= MANY && well < tests.length;
}

/** Groups in the order in which they first come (verdicts from bad to good), each with its tests in theirs. */
function together(order: readonly Found[], by: Exclude<Grouping, 'none'>, selection: Selection): Found[] {
  const groups = new Map<string, Found[]>();
  for (const found of order) {
    const label = groupOf(found.result, by);
    const tests = groups.get(label);
    if (tests) tests.push(found);
    else groups.set(label, [found]);
  }
  const all = [...groups.values()];
  if (by === 'verdict')
    all.sort(([a], [b]) => (RANK[a?.result.verdict ?? ''] ?? 9) - (RANK[b?.result.verdict ?? ''] ?? 9));
  return all.flatMap((tests) => {
    const results = tests.map(({ result }) => result);
    if (!foldsWell(results, by, selection)) return tests;
    return [
      ...tests.filter(({ result }) => !isWell(result)),
      ...tests.filter(({ result }) => isWell(result)),
    ];
  });
}

function wanted(result: CaseResult, { verdicts, kind, server, file, tag }: Selection): boolean {
  return (
    (verdicts.length === 0 ||
      verdicts.includes(result.verdict) ||
      (result.flaky && verdicts.includes('flaky'))) &&
    (kind === undefined || result.kind === kind) &&
    (server === undefined || result.server === server) &&
    (file === undefined || result.file === file) &&
    (tag === undefined || result.tags.includes(tag))
  );
}

type Compare = (a: CaseResult, b: CaseResult) => number;
const byText = (a = '', b = ''): number => Number(a > b) - Number(a < b);
const rank = (result: CaseResult): number => RANK[result.flaky ? 'flaky' : result.verdict] ?? 9;

const ORDERS: Record<Sort, Compare | undefined> = {
  suite: undefined,
  name: (a, b) => byText(a.name, b.name),
  verdict: (a, b) => rank(a) - rank(b),
  kind: (a, b) => byText(a.kind, b.kind),
  server: (a, b) => byText(a.server, b.server),
  duration: (a, b) => a.duration_ms - b.duration_ms,
};

const haystacks = new WeakMap<CaseResult, string>();

/** What a search looks through: names and messages, not the values, which may be megabytes. */
function haystack(result: CaseResult): string {
  let text = haystacks.get(result);
  if (text === undefined) {
    const tools = (result.trace?.calls ?? []).slice(0, 200).map((call) => call.tool);
    const messages = result.checks.filter(({ outcome }) => outcome !== 'pass').map(fullMessage);
    const words = [result.name, result.kind, result.server, result.file, ...result.tags, ...tools];
    text = [...words, ...messages.map((message) => message.slice(0, 2000))].join(' ').toLowerCase();
    haystacks.set(result, text);
  }
  return text;
}

export function firstMessage(result: CaseResult): string | undefined {
  if (result.verdict === 'skipped') return result.skip_reason;
  if (result.verdict === 'pass') return undefined;
  const open = result.checks.filter(({ outcome }) => outcome !== 'pass');
  const first = open.find(({ outcome }) => outcome === result.verdict) ?? open[0];
  return first && fullMessage(first);
}
