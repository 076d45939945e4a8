/**
 * What of a plan must stay together when it is split. Tests that share captures, the book of snapshots or a server
 * that keeps state follow one another in file order, so they form one unit; all models of an agent test do, and all
 * agent tests of a suite that has one budget. Whatever depends on nothing else is a unit of its own.
 */
import { safetyClass } from '../catalog/safety-class.js';
import { capturesIn } from '../match/captures.js';
import type { Plan, PlannedCase, PlannedGroup } from '../types/plan.js';
import type { Expectation, Suite, TestSpec } from '../types/suite.js';
import { isObject } from '../util/plain.js';
import { namesOf } from './plan.js';

export interface Unit {
  cases: PlannedCase[];
  groups: PlannedGroup[];
  /** How many rows it makes. */
  size: number;
}

/** One test or group, and what it shares with others. */
interface Entry {
  keys: string[];
  unit: Unit;
}

/** In the order of their first tests. */
export function unitsOf({ suites, cases, groups }: Plan): Unit[] {
  return suites.flatMap((suite) => {
    const own = cases.filter((one) => one.suite === suite);
    const agents = groups.filter((one) => one.suite === suite);
    const stateful = statefulServers(suite, own, agents);
    const depended = new Set(own.flatMap(({ test }) => test.depends_on ?? []));
    return united([
      ...own.map((one) => ({
        keys: [...keysOfTest(one.test, stateful), ...dependencies(one.test, depended)],
        unit: { cases: [one], groups: [], size: 1 },
      })),
      ...agents.map((one) => ({
        keys: keysOfAgent(one, stateful),
        unit: { cases: [], groups: [one], size: one.runs.length },
      })),
    ]);
  });
}

/** Entries that have a key in common, directly or through others, become one. */
function united(entries: Entry[]): Unit[] {
  const byKey = new Map<string, Entry>();
  const all = new Set<Entry>();
  for (const entry of entries) {
    const related = new Set(entry.keys.flatMap((key) => byKey.get(key) ?? []));
    // In their order: the unit stands where its first test does.
    const inOrder = related.size < 2 ? related : [...all].filter((one) => related.has(one));
    const [first = entry, ...others] = inOrder;
    for (const other of first === entry ? [] : [...others, entry]) {
      first.keys = [...new Set([...first.keys, ...other.keys])];
      first.unit.cases.push(...other.unit.cases);
      first.unit.groups.push(...other.unit.groups);
      first.unit.size += other.unit.size;
      all.delete(other);
    }
    all.add(first);
    for (const key of first.keys) byKey.set(key, first);
  }
  return [...all].map(({ unit }) => unit);
}

/**
 * Servers of which one process answers several tests and some test calls a tool that may change something, as far as
 * its name tells: nobody has been asked for annotations yet.
 */
function statefulServers(suite: Suite, cases: PlannedCase[], groups: PlannedGroup[]): Set<string> {
  const changed = cases
    .filter(({ test }) => test.skip === undefined)
    .flatMap(({ test }) => test.steps.flatMap(({ call }) => (mayChange(call) ? [call.server] : [])));
  const isShared = (name: string) => suite.servers[name]?.isolate !== 'test';
  // What `start` brings up is one process for all agents, whatever these call.
  const started = groups.flatMap(({ agent }) =>
    agent.servers.filter((name) => suite.servers[name]?.start !== undefined),
  );
  return new Set([...changed.filter(isShared), ...started]);
}

function mayChange(call: TestSpec['steps'][number]['call']): boolean {
  if (call.kind === 'request' || call.kind === 'subscription') return true;
  return (call.kind === 'tool' || call.kind === 'task') && safetyClass({ name: call.tool }) !== 'read-only';
}

function keysOfTest({ steps }: TestSpec, stateful: ReadonlySet<string>): string[] {
  const servers = steps.map(({ call }) => call.server).filter((name) => stateful.has(name));
  const captures = [...capturesIn(steps), ...steps.flatMap(({ capture }) => Object.keys(capture))];
  return [
    ...servers.map((name) => `server ${name}`),
    ...captures.map((name) => `capture ${name}`),
    ...(steps.some(({ expect }) => looksIntoBook(expect)) ? ['snapshots'] : []),
  ];
}

/** A test that others depend on stays with them. */
function dependencies(test: TestSpec, depended: ReadonlySet<string>): string[] {
  const names = [...namesOf(test).filter((name) => depended.has(name)), ...(test.depends_on ?? [])];
  return names.map((name) => `test ${name}`);
}

function keysOfAgent({ suite, agent }: PlannedGroup, stateful: ReadonlySet<string>): string[] {
  const servers = agent.servers.filter((name) => stateful.has(name) && suite.servers[name]?.start);
  return [
    `agent ${agent.name}`,
    ...servers.map((name) => `server ${name}`),
    ...(suite.budget?.per_suite_usd === undefined ? [] : ['budget']),
    ...(looksIntoBook(agent.expect) ? ['snapshots'] : []),
  ];
}

function looksIntoBook({ assertions }: Expectation): boolean {
  return assertions.some(({ matcher }) => hasSnapshot(matcher));
}

function hasSnapshot(matcher: unknown): boolean {
  if (Array.isArray(matcher)) return matcher.some(hasSnapshot);
  if (!isObject(matcher)) return false;
  return Object.entries(matcher).some(([name, operand]) => name === 'snapshot' || hasSnapshot(operand));
}
