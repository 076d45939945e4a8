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
  const { reached, others } = walk(calls, expected.tools, runs);
  const inOrder = reached.every(({ list }, at) => at === 0 || list > reached[at - 1]!.list);
  const args: ArgumentRow[] = [];
  for (const { list, call } of reached)
    args.push(await judgeArguments(call, labels[list]!, expected.args[list], runs));
  return omitUndefined({
    case: name,
    expected: tight([...new Set(labels)]),
    called: calledLabels(calls, { reached, others, labels, runs, ctx }),
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

/** The first call that fits an open expectation closes it; calling the same tool again counts nothing. */
function walk(calls: readonly RunCall[], tools: readonly (readonly string[])[], runs: Runs): Walk {
  const index = indexMembers(tools, runs.servers);
  const open = new Set(tools.keys());
  const out: Walk = { reached: [], others: [] };
  for (const call of calls) {
    const lists = index.listsOf(call);
    const list = lists.find((at) => open.has(at));
    if (list !== undefined) {
      open.delete(list);
      out.reached.push({ list, call });
    } else if (lists.length === 0) out.others.push(call);
  }
  return out;
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
