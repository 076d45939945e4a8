/**
 * `metamorphic:` — nobody has to know the right answer to see that two answers cannot both be right. Each relation
 * calls the tool again with arguments changed in one way, and holds the answers against each other.
 */
import { observe } from '../gates/observe.js';
import { describeDifference, firstDifference } from '../match/equal.js';
import { lookup, parseTarget } from '../match/target.js';
import type { Reply } from '../types/connection.js';
import type { Relation } from '../types/probes.js';
import type { Outcome } from '../types/verdict.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, plural, show } from '../util/text.js';
import { documentOf } from './fuzz-case.js';
import { isFailure } from './judge-call.js';
import type { Args } from './places.js';
import { turnedRound } from './relation-cases.js';

export interface RelationJudgement {
  relation: Relation['kind'];
  outcome: Outcome;
  message: string;
}

export interface RelatedTool {
  args: Args;
  call(args: Args): Promise<Reply>;
}

/** Thrown where a relation cannot be held: neither pass nor fail. */
class Unjudged extends Error {}

const MAX_PAGES = 100;

export async function judgeRelations(
  relations: readonly Relation[],
  tool: RelatedTool,
): Promise<RelationJudgement[]> {
  const first = await tool.call(tool.args);
  const again = await tool.call(tool.args);
  const stable = same(first, again);
  const out: RelationJudgement[] = [];
  for (const relation of relations) out.push(await judgeOne(relation, tool, { first, again, stable }));
  return out;
}

interface Twice {
  first: Reply;
  again: Reply;
  /** Absent when the same call gave the same answer twice; else where they part. */
  stable?: string;
}

async function judgeOne(relation: Relation, tool: RelatedTool, twice: Twice): Promise<RelationJudgement> {
  const { kind } = relation;
  try {
    answerOf(twice.first, 'the call of the test');
    if (kind !== 'idempotent' && twice.stable !== undefined)
      throw new Unjudged(`the same call gives different answers: ${twice.stable}`);
    const broken =
      kind === 'idempotent' ? twice.stable : await HOLD[kind](relation as never, tool, twice.first);
    if (broken === undefined) return { relation: kind, outcome: 'pass', message: `${kind} holds` };
    return { relation: kind, outcome: 'fail', message: `${kind} does not hold: ${clip(broken, 600)}` };
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    return {
      relation: kind,
      outcome: 'inconclusive',
      message: `${kind} could not be judged: ${error.message}`,
    };
  }
}

type Hold<K extends Relation['kind']> = (
  relation: Extract<Relation, { kind: K }>,
  tool: RelatedTool,
  first: Reply,
) => Promise<string | undefined>;

type Held = Exclude<Relation['kind'], 'idempotent'>;

const sameWith =
  (change: (args: Args, relation: never) => Args) =>
  async (relation: Relation, tool: RelatedTool, first: Reply): Promise<string | undefined> => {
    const changed = change(tool.args, relation as never);
    const { items } = relation as { items?: string };
    const difference = same(first, await tool.call(changed), items);
    return difference && `with ${show(changed)}: ${difference}`;
  };

const HOLD: { [K in Held]: Hold<K> } = {
  argument_order: sameWith((args) => {
    if (Object.keys(args).length < 2) throw new Unjudged('the test has fewer than two arguments');
    return turnedRound(args);
  }) as Hold<'argument_order'>,
  no_op_filter: sameWith((args, relation: Extract<Relation, { kind: 'no_op_filter' }>) => ({
    ...args,
    ...relation.args,
  })) as Hold<'no_op_filter'>,
  case: sameWith((args, { argument }: { argument: string }) => {
    const text = textArgument(args, argument);
    const upper = text.toUpperCase();
    return { ...args, [argument]: upper === text ? text.toLowerCase() : upper };
  }) as Hold<'case'>,
  white_space: sameWith((args, { argument }: { argument: string }) => ({
    ...args,
    [argument]: `  ${textArgument(args, argument)} \t`,
  })) as Hold<'white_space'>,
  subset: holdSubset,
  monotone_limit: holdLimit,
  pagination: holdPagination,
};

async function holdSubset(
  { args, items }: Extract<Relation, { kind: 'subset' }>,
  tool: RelatedTool,
  first: Reply,
): Promise<string | undefined> {
  const all = new Set(itemsOf(first, items).map(canonicalJson));
  const filtered = itemsOf(await tool.call({ ...tool.args, ...args }), items);
  const stranger = filtered.find((item) => !all.has(canonicalJson(item)));
  return stranger === undefined
    ? undefined
    : `with the filter there is ${show(stranger)}, which is not there without it`;
}

async function holdLimit(
  { argument, values, items }: Extract<Relation, { kind: 'monotone_limit' }>,
  tool: RelatedTool,
): Promise<string | undefined> {
  const sorted = [...values].sort((a, b) => a - b);
  let before: { limit: number; count: number } | undefined;
  for (const limit of sorted) {
    const count = itemsOf(await tool.call({ ...tool.args, [argument]: limit }), items).length;
    if (count > limit) return `with ${argument} ${limit} there are ${plural(count, 'item')}`;
    if (before && count < before.count)
      return `with ${argument} ${before.limit} there are ${before.count} items, with ${limit} only ${count}`;
    before = { limit, count };
  }
  return undefined;
}

async function holdPagination(
  { cursor, next, items, whole }: Extract<Relation, { kind: 'pagination' }>,
  tool: RelatedTool,
  first: Reply,
): Promise<string | undefined> {
  const joined: string[] = [];
  const cursors = new Set<string>();
  let page = first;
  for (let number = 1; ; number += 1) {
    const found = itemsOf(page, items).map(canonicalJson);
    const twin = found.find((item) => joined.includes(item));
    if (twin !== undefined) return `page ${number} repeats ${clip(twin, 200)}`;
    joined.push(...found);
    const at = resolveTarget(page, next);
    if (at === undefined || at === null || at === '') break;
    if (cursors.has(canonicalJson(at))) return `page ${number} names the cursor ${show(at)} again`;
    if (number >= MAX_PAGES) throw new Unjudged(`there are more than ${MAX_PAGES} pages`);
    cursors.add(canonicalJson(at));
    page = await tool.call({ ...tool.args, [cursor]: at });
  }
  if (whole === undefined) return undefined;
  const all = itemsOf(await tool.call({ ...tool.args, ...whole }), items).map(canonicalJson);
  const missing = all.find((item) => !joined.includes(item));
  if (missing !== undefined) return `no page has ${clip(missing, 200)}`;
  return all.length === joined.length
    ? undefined
    : `the pages have ${plural(joined.length, 'item')}, the whole has ${all.length}`;
}

/** The result of a call that went well. */
function answerOf(reply: Reply, what: string): unknown {
  if (reply.kind === 'result' && !isFailure(reply)) return reply.result;
  const why =
    reply.kind === 'result' || reply.kind === 'error' ? 'was refused' : `came to nothing (${reply.kind})`;
  throw new Unjudged(`${what} ${why}`);
}

/** Undefined when both say the same, else where they part. An answer and a refusal differ. */
function same(a: Reply, b: Reply, items?: string): string | undefined {
  if (a.kind !== 'result') return undefined;
  if (b.kind !== 'result')
    return b.kind === 'error' ? `refused: ${b.error.message}` : `no answer (${b.kind})`;
  const [left, right] = items === undefined ? [a.result, b.result] : [itemsOf(a, items), itemsOf(b, items)];
  const difference = firstDifference(left, right);
  return difference && describeDifference(difference);
}

function itemsOf(reply: Reply, path: string | undefined): unknown[] {
  const result = answerOf(reply, 'a call');
  const found = path === undefined ? onlyList(documentOf(result)) : resolveTarget(reply, path);
  if (Array.isArray(found)) return found;
  const where =
    path === undefined ? 'the answer has no list of its own, or several' : `there is no list at ${path}`;
  throw new Unjudged(`${where}; name it with \`items\``);
}

function onlyList(document: unknown): unknown {
  if (Array.isArray(document)) return document;
  const lists = isObject(document) ? Object.values(document).filter(Array.isArray) : [];
  return lists.length === 1 ? lists[0] : undefined;
}

function resolveTarget(reply: Reply, path: string): unknown {
  const parsed = parseTarget(path);
  const found = parsed.problem ? undefined : lookup(observe(reply), parsed.segments);
  return found?.found ? found.value : undefined;
}

function textArgument(args: Args, name: string): string {
  const value = ownValue(args, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new Unjudged(`the test has no text for the argument ${name}`);
}
