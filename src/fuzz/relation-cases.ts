/**
 * Relations that can be held without knowing what a tool is for: the order of arguments does not count, and a larger
 * limit gives no fewer items. Each is held only where the same call twice gives the same answer.
 */
import { safetyClass } from '../catalog/safety-class.js';
import { sameJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { documentOf, type FuzzCase, type PlannedCall } from './fuzz-case.js';
import type { SeenCall } from './fuzz-server.js';
import { isFailure, type Problem } from './judge-call.js';
import type { UsualCall } from './learn-usual.js';
import type { Args } from './places.js';

const LIMIT = /^(?:limit|max_?(?:results|items|count)|top_?k?|page_?size|per_?page|num_?results|first)$/i;
const FEW = 2;
const MORE = 5;

export function* relationCases(ready: readonly UsualCall[]): Generator<FuzzCase> {
  for (const { def, args = {}, seen } of ready) {
    if (safetyClass(def) !== 'read-only' || seen?.reply.kind !== 'result' || isFailure(seen.reply)) continue;
    const tool = def.name;
    const call = (own: Args): PlannedCall => ({ tool, args: own });
    if (Object.keys(args).length > 1) {
      const rebuild = (own: Args) => [call(own), call(own), call(turnedRound(own))];
      const label = 'its arguments in another order';
      yield { tool, label, calls: rebuild(args), rebuild, judgeAll: orderProblems };
    }
    const limit = limitOf(def.inputSchema);
    if (limit === undefined) continue;
    const limited = (own: Args, most: number) => call({ ...own, [limit]: most });
    const rebuild = (own: Args) => [limited(own, FEW), limited(own, FEW), limited(own, MORE)];
    const judgeAll = (all: SeenCall[]) => limitProblems(all, `limit of ${limit}`);
    yield { tool, label: `a larger ${limit}`, calls: rebuild(args), rebuild, judgeAll };
  }
}

export function turnedRound(args: Args): Args {
  return Object.fromEntries(Object.entries(args).reverse());
}

function limitOf(inputSchema: unknown): string | undefined {
  const properties = ownValue(inputSchema, 'properties');
  if (!isObject(properties)) return undefined;
  return Object.keys(properties).find((name) => {
    const type = ownValue(properties[name], 'type');
    return LIMIT.test(name) && (type === 'integer' || type === 'number');
  });
}

function orderProblems(seen: SeenCall[]): Problem[] {
  const [first, again, turned] = seen;
  if (!first || !again || !turned || !sameAnswer(first, again) || sameAnswer(first, turned)) return [];
  return [broken(turned, 'argument order', 'the answer depends on the order of the arguments')];
}

function limitProblems(seen: SeenCall[], relation: string): Problem[] {
  const [few, again, more] = seen;
  if (!few || !again || !more || !sameAnswer(few, again)) return [];
  const [fewer, many] = [itemsOf(few), itemsOf(more)];
  if (fewer === undefined || many === undefined || fewer === many) return [];
  if (fewer > many) {
    const message = `with a limit of ${FEW} there are ${fewer} items, with a limit of ${MORE} only ${many}`;
    return [broken(more, relation, message)];
  }
  if (fewer <= FEW && many <= MORE) return [];
  const [most, count] = fewer > FEW ? [FEW, fewer] : [MORE, many];
  return [broken(more, relation, `with a limit of ${most} there are ${count} items`)];
}

function sameAnswer(a: SeenCall, b: SeenCall): boolean {
  if (a.reply.kind !== 'result' || b.reply.kind !== 'result') return false;
  return sameJson(a.reply.result, b.reply.result);
}

/** How many items the one list of the answer has; undefined where there are several lists, or none. */
function itemsOf({ reply }: SeenCall): number | undefined {
  if (reply.kind !== 'result' || isFailure(reply)) return undefined;
  const document = documentOf(reply.result);
  if (Array.isArray(document)) return document.length;
  const lists = isObject(document) ? Object.values(document).filter(Array.isArray) : [];
  return lists.length === 1 ? lists[0]?.length : undefined;
}

function broken({ call }: SeenCall, relation: string, message: string): Problem {
  return { tool: call.tool, outcome: 'broken-relation', key: relation, message, evidence: [] };
}
