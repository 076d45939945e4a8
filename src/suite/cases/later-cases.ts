/**
 * Of a test with very many cases the others, some at a time: each lot is read as a suite that has the same servers and models
 * and only these tests, and what comes of it is packed. So never more than one lot is there as it is written, filled in
 * and as tests.
 */
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { mark, spotOf } from '../../source/spots.js';
import type { AgentSpec, CaseSpec, Suite } from '../../types/suite.js';
import { Packed } from '../../util/packed.js';
import { ownValue } from '../../util/plain.js';
import { CASE_LISTS } from '../fill-suite.js';
import { rowOf } from '../interpolate.js';
import { put, without } from '../merge.js';
import type { SpeltSuite } from '../parse-suite.js';
import type { LaterCases } from './expand-cases.js';

type Content = Record<string, unknown>;

/**
 * The suite with all cases; `first` has the first of each test. Undefined where something is wrong with one of them, or may
 * be: then they are read all together, and what is wrong is told.
 */
export async function readLater(
  spelt: SpeltSuite,
  first: Suite,
  read: (spelt: SpeltSuite) => Promise<Suite | undefined>,
): Promise<Suite | undefined> {
  const packed = new Packed<AgentSpec>({ keep: ['name'], back: withGaps });
  const agents: AgentSpec[] = [];
  const waiting = new Map((spelt.later ?? []).map((later) => [keyOf(later.last), later]));
  for (const agent of first.agents) {
    agents.push(agent);
    const later = agent.case && waiting.get(keyOf(agent.case));
    if (later === undefined) continue;
    waiting.delete(keyOf(later.last));
    const start = agents.findIndex(
      (one) => one.case?.of === later.last.of && one.case.file === later.last.file,
    );
    const like = agents[start]!;
    for (let at = start; at < agents.length; at += 1) agents[at] = packed.put(agents[at]!, start);
    for (const { copies, text } of later.copies()) {
      const suite = await read({ suite: lotOf(spelt.suite, later, copies), text, files: [] });
      const lot = suite?.agents.filter((one) => one.case !== undefined);
      if (lot === undefined || lot.length !== copies.length) return undefined;
      shareWith(like, lot);
      for (const one of lot) agents.push(packed.put(one, start));
    }
  }
  return waiting.size > 0 || isAnyTaken([...first.tests, ...agents]) ? undefined : { ...first, agents };
}

/**
 * V8 lets garbage become three times what is live before it looks at its old objects, and of thousands of rows nearly all becomes
 * garbage: now it looks when there is three tenths more.
 */
export function collectOften(): void {
  setFlagsFromString('--heap-growing-percent=30');
}

/** A call of which no arguments are expected is null in JSON. */
function withGaps(agent: Partial<AgentSpec>): Partial<AgentSpec> {
  const { expected } = agent;
  if (expected) expected.args = expected.args.map((one) => one ?? undefined);
  return agent;
}

function keyOf({ of, file, name }: CaseSpec): string {
  return JSON.stringify([of, file, name]);
}

/** A suite of these copies, and of what they may refer to. */
function lotOf(whole: Content, { list, spot }: LaterCases, copies: Content[]): Content {
  const out = without(whole, (key) => CASE_LISTS.includes(key));
  const keys = list === 'agents' ? ['agents'] : ['agents', list];
  for (const key of keys) {
    const written = ownValue(whole, key);
    const entries: unknown[] = [];
    for (const [at, entry] of (Array.isArray(written) ? written : []).entries()) {
      if (key !== 'agents' || rowOf(entry) !== undefined) continue;
      const own = spotOf(written as unknown[], at);
      if (own !== undefined) mark(entries, entries.length, own);
      entries.push(entry);
    }
    if (key === list)
      for (const copy of copies) {
        mark(entries, entries.length, spot);
        entries.push(copy);
      }
    put(out, key, entries, whole);
  }
  return out;
}

/** What is the same in all cases of a test is there once. Those of one lot share it among themselves already. */
function shareWith(like: AgentSpec, lot: AgentSpec[]): void {
  const [first] = lot;
  for (const key of Object.keys(first ?? {}) as (keyof AgentSpec)[]) {
    const own = first![key];
    const value = like[key];
    if (typeof own !== 'object' || !isDeepStrictEqual(own, value)) continue;
    for (const one of lot) if (one[key] === own) Object.assign(one, { [key]: value });
  }
}

/** Whether a name is there twice, or reads like a run of an agent test: the checks that need all names. */
function isAnyTaken(tests: readonly { name: string }[]): boolean {
  const names = new Set<string>();
  for (const { name } of tests) {
    if (names.has(name)) return true;
    names.add(name);
  }
  return tests.some(({ name }) => {
    const test = name.replace(/ #\d+$/, '').replace(/ \[[^\]]*\]$/, '');
    return test !== name && names.has(test);
  });
}
