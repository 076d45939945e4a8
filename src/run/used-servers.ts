/** What of a suite needs which server. */
import type { PlannedCase } from '../types/plan.js';
import type { Step, Suite } from '../types/suite.js';
import { serversOf } from './lanes.js';

/** Servers that are asked something around the tests. */
export function usedByActions({ setup, teardown, before_each = [], after_each = [] }: Suite): string[] {
  const actions = [...setup, ...teardown, ...before_each, ...after_each];
  return actions.flatMap((action) => (action.kind === 'call' ? [action.call.server] : []));
}

/** Kinds that need the list of tools, or that count for its coverage. */
export function callsTools({ kind }: Step['call']): boolean {
  return kind === 'tool' || kind === 'task' || kind === 'app' || kind === 'subscription';
}

/** Servers of tests that are not skipped. */
export function usedBy(cases: readonly PlannedCase[]): string[] {
  const run = cases.filter(({ test }) => test.skip === undefined);
  return [...new Set(run.flatMap(({ test }) => serversOf(test)))];
}

/** Servers that `start` brings up and that agent runs share with everybody, to the very end. */
export function startedFor({ servers }: Suite, hasAgents: boolean): string[] {
  const all = hasAgents ? Object.values(servers) : [];
  return all.flatMap(({ name, start }) => (start === undefined ? [] : [name]));
}
