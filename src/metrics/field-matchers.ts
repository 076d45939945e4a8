/**
 * Matchers on fields of arguments, judged ahead: a matcher may have to wait (a pattern runs under a
 * deadline), a metric may not. What was judged is looked up by value.
 */
import { judgeMatcher } from '../match/judge.js';
import { normaliseMatcher } from '../match/normalise.js';
import { lookup, parseTarget } from '../match/target.js';
import type { MetricContext } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { array, readRuns } from './runs.js';
import { indexMembers } from './tool-id.js';

export async function judgeFields(
  traces: Trace[],
  block: unknown,
  ctx: MetricContext,
): Promise<NonNullable<MetricContext['matches']>> {
  const verdicts = new Map<string, boolean | undefined>();
  const runs = readRuns(traces, ctx);
  const patterns = [...array(ownValue(block, 'expected')), ...array(ownValue(block, 'calls'))].filter(
    (pattern) => isObject(ownValue(pattern, 'match')),
  );
  for (const pattern of patterns) {
    const index = indexMembers([[String(ownValue(pattern, 'tool'))]], runs.servers);
    for (const call of runs.list.flatMap((run) => run.calls)) {
      if (index.listsOf(call).length === 0) continue;
      for (const [field, matcher] of Object.entries(ownValue(pattern, 'match') as Record<string, unknown>)) {
        const key = verdictKey(matcher, call.args, field);
        if (!verdicts.has(key)) verdicts.set(key, await judgeField(matcher, call.args, field));
      }
    }
  }
  return (matcher, args, field) => verdicts.get(verdictKey(matcher, args, field));
}

function verdictKey(matcher: unknown, args: unknown, field: string): string {
  return JSON.stringify([field, canonicalJson(matcher), canonicalJson(args)]);
}

export async function judgeField(
  matcher: unknown,
  args: unknown,
  field: string,
): Promise<boolean | undefined> {
  const parsed = parseTarget(field);
  if (parsed.problem) return undefined;
  const subject = lookup(args, parsed.segments);
  const { outcome } = await judgeMatcher(normaliseMatcher(matcher), subject, field, { test: '' });
  // A field that is not there does not meet what is asked of it.
  if (outcome === 'inconclusive') return subject.found ? undefined : false;
  return outcome === 'pass';
}
