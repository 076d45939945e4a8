/** One run of one case → what it expected, what was called, and what was wrong with the arguments. */

import type { ToolDef } from '../../types/catalog.js';
import type { ArgumentRow, DatasetRow } from '../../types/dataset.js';
import type { MetricContext } from '../../types/metric.js';
import type { CaseExpectation, Matcher } from '../../types/suite.js';
import type { Trace } from '../../types/trace.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { byName, isObject, ownValue, tight } from '../../util/plain.js';
import { judgeField } from '../field-matchers.js';
import { type RunCall, type Runs, readRuns } from '../runs.js';
import { indexMembers, type KnownServers, toolId } from '../tool-id.js';

export async function judgeCaseRow(
  name: string,
  expected: CaseExpectation,
  traces: Trace[],
  ctx: MetricContext,
): Promise<DatasetRow> {
  const runs = readRuns(traces, ctx);
  const calls = runs.list.flatMap((run) => run.calls);
  const labels = expected.tools.map((members) => labelOf(members, runs, ctx));
  const { reached, others } = walk(calls, expected, runs);
  const inOrder = reached.every(({ list }, at) => at === 0 || list > reached[at - 1]!.list);
  const called = calledLabels(calls, { reached, others, labels, runs, ctx });
  const missed = labels.filter((_, at) => reached.every(({ list }) => list !== at));
  const fewer = [...new Set(missed)].filter((label) => called.includes(label));
  const args: ArgumentRow[] = [];
  for (const { list, call } of reached)
    args.push(await judgeArguments(call, labels[list]!, expected.args[list], runs));
  return omitUndefined({
    case: name,
    expected: tight([...new Set(labels)]),
    called,
    fewer: fewer.length > 0 ? fewer : undefined,
    correct: reached.length === labels.length && others.length === 0 && (!expected.ordered || inOrder),
    calls: calls.length,
    invented: runs.catalog && calls.filter((call) => !toolOf(call, runs)).map(({ id }) => id),
    arguments: args.length > 0 ? tight(args) : undefined,
  });
}

interface Walk {
  /** The calls that reached an expected tool, with its place among them, in the order of the calls. */
  reached: { list: number; call: RunCall }[];
  /** Calls of tools that were not expected. */
  others: RunCall[];
}

/**
 * A call closes the first open expectation that it fits; calling the same tool again counts nothing. Where no order is
 * asked, a call makes way for a later one if it also fits another expectation: `a | b` and `a` are both there after a, b.
 */
function walk(calls: readonly RunCall[], { tools, ordered }: CaseExpectation, runs: Runs): Walk {
  const index = indexMembers(tools, runs.servers);
  const owners = new Map<number, RunCall>();
  const place = (call: RunCall, tried: Set<number>): boolean => {
    const lists = index.listsOf(call).filter((list) => !tried.has(list));
    const open = lists.find((list) => !owners.has(list));
    if (open !== undefined) return owners.set(open, call).has(open);
    if (ordered) return false;
    return lists.some((list) => {
      tried.add(list);
      return place(owners.get(list)!, tried) && owners.set(list, call).has(list);
    });
  };
  for (const call of calls) place(call, new Set());
  const lists = new Map([...owners].map(([list, call]) => [call, list]));
  return {
    reached: calls.flatMap((call) => (lists.has(call) ? [{ list: lists.get(call)!, call }] : [])),
    others: calls.filter((call) => index.listsOf(call).length === 0),
  };
}

interface Called extends Walk {
  labels: readonly string[];
  runs: Runs;
  ctx: MetricContext;
}

function calledLabels(calls: readonly RunCall[], { reached, others, labels, ctx }: Called): string[] {
  const byCall = new Map(reached.map(({ call, list }) => [call, labels[list]!]));
  const strange = new Set(others);
  const found = calls.flatMap((call) => byCall.get(call) ?? (strange.has(call) ? [short(call, ctx)] : []));
  return tight([...new Set(found)]);
}

/** With one server its name says nothing. */
function short({ id, name }: { id: string; name: string }, { servers }: MetricContext): string {
  return servers.length === 1 ? name : id;
}

function labelOf(members: readonly string[], runs: Runs, ctx: MetricContext): string {
  const known = knownServers(runs, ctx);
  return members.map((member) => short(toolId(member, undefined, known), ctx)).join(' | ');
}

function knownServers({ servers, catalog = {} }: Runs, ctx: MetricContext): KnownServers {
  const tools = Object.entries(catalog).map(([server, defs]) => {
    return [server, byName(defs)] as const;
  });
  return { declared: new Set(ctx.servers), all: servers, tools: new Map(tools) };
}

function toolOf(call: RunCall, { catalog = {} }: Runs): ToolDef | undefined {
  const lists = call.server === undefined ? Object.values(catalog) : [ownValue(catalog, call.server)];
  for (const list of lists as (ToolDef[] | undefined)[]) {
    const found = list && byName(list).get(call.name);
    if (found) return found;
  }
  return undefined;
}

async function judgeArguments(
  call: RunCall,
  tool: string,
  expected: CaseExpectation['args'][number],
  runs: Runs,
): Promise<ArgumentRow> {
  const given = isObject(call.args) ? call.args : {};
  return omitUndefined({
    tool,
    ...schemaFaults(given, toolOf(call, runs)),
    ...(expected && (await valueFaults(given, expected))),
  });
}

/** Names against the schema, where it is an object with plain properties. */
function schemaFaults(
  given: Record<string, unknown>,
  tool: ToolDef | undefined,
): Pick<ArgumentRow, 'unknown' | 'required_missing'> {
  const schema = tool?.inputSchema;
  if (!isObject(schema)) return {};
  const properties = ownValue(schema, 'properties');
  const required = ownValue(schema, 'required');
  const names = isObject(properties) ? properties : {};
  const isPlain = !OPEN_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return omitUndefined({
    unknown: isPlain ? Object.keys(given).filter((name) => !Object.hasOwn(names, name)) : undefined,
    required_missing: needed.filter((name) => !Object.hasOwn(given, name)),
  });
}

/** Where one of these stands, names beside `properties` may be declared. */
const OPEN_KEYWORDS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties'];

async function valueFaults(
  given: Record<string, unknown>,
  expected: Record<string, Matcher | 'ignore'>,
): Promise<Pick<ArgumentRow, 'expected_missing' | 'wrong'>> {
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [field, matcher] of Object.entries(expected)) {
    if (matcher === 'ignore') continue;
    const isGiven = Object.hasOwn(given, field);
    // What must be absent, `exact: null`, is judged like any value.
    const fits = await judgeField(matcher, given, fieldTarget(field));
    if (fits) continue;
    if (isGiven) wrong.push(field);
    else missing.push(field);
  }
  return { expected_missing: missing, wrong };
}

function fieldTarget(field: string): string {
  return `[${JSON.stringify(field)}]`;
}
