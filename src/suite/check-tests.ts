/** What must hold of tests beyond the shape of each key: names, servers, what is called, captures. */

import { capturesIn } from '../match/captures.js';
import type { Path } from '../source/spots.js';
import { didYouMean, nameHint, oneOf } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { AgentTest } from './agent-entries.js';
import type { RawExpectation } from './blocks/expect.js';
import { CALL_KEYS, type Entry, placeIn, type RawCall, stepsOf, testEntries } from './entries.js';
import { caseSpec } from './interpolate.js';
import { rootSeenBy } from './matchers.js';
import { targetsIn } from './normalise/expect.js';
import type { Complaint } from './shape.js';

/** Captures that are compared for a did-you-mean. */
const CANDIDATES = 200;
const STEP_ONLY = [
  'tool',
  'args',
  'expect',
  'capture',
  'on_tool_error',
  'wait_for',
  'log_level',
  'fuzz',
  'metamorphic',
  'load',
];
const ASKING = ['tool', 'uri', 'prompt', 'request'];
/** Keys of a step that go with some calls only. */
const GOES_WITH: Record<string, string[]> = {
  args: ['tool', 'prompt', 'template', 'task'],
  on_tool_error: ['tool'],
  trigger: ['subscribe'],
  ttl: ['task'],
  cancel_when: ['task'],
  wait_for: [...ASKING, 'subscribe'],
  log_level: ASKING,
  cancel_after: [...ASKING, 'complete', 'template'],
};

export interface CheckContext {
  ci: boolean;
  /** The line of a value, to name where the other one stands. */
  line(path: Path): number;
  agents: readonly AgentTest[];
}

export function checkTests(suite: Record<string, unknown>, context: CheckContext): Complaint[] {
  const declared = ownValue(suite, 'servers');
  const servers = Object.keys(isObject(declared) ? declared : {});
  const entries = testEntries(suite);
  const captures: CaptureCheck = {
    before: new Set(),
    ever: new Set(entries.flatMap((entry) => stepsOf(entry).flatMap(({ value }) => captureNames(value)))),
  };
  return toldOnce([
    ...checkNames(entries, context),
    ...checkDependencies(entries),
    ...entries.flatMap((entry) => [
      ...checkParts(entry),
      ...checkOnly(entry, context),
      ...checkSteps(entry, servers, captures),
    ]),
    ...['setup', 'teardown', 'before_each', 'after_each'].flatMap((key) =>
      checkActions(ownValue(suite, key), key, servers),
    ),
    ...['before_each', 'after_each'].flatMap((key) => checkAround(suite, key, context)),
  ]);
}

const NONE_DECLARED = 'declare it in `servers`';

/** A suite without any server says so once, not at each of its tests. */
function toldOnce(complaints: Complaint[]): Complaint[] {
  const first = complaints.find(({ hint }) => hint === NONE_DECLARED);
  return complaints.filter((one) => one.hint !== NONE_DECLARED || one === first);
}

function checkOnly({ path, value }: Entry, { ci }: CheckContext): Complaint[] {
  if (ownValue(value, 'only') !== true || !ci) return [];
  const message = '`only` is refused in CI, since every other test would be left out';
  return [{ path: [...path, 'only'], message, hint: 'remove it before you commit' }];
}

/** In the order of the file, so that what a step captures is known to those after it. */
function checkSteps(entry: Entry, servers: string[], captures: CaptureCheck): Complaint[] {
  const out: Complaint[] = [];
  const fallback = ownValue(entry.value, 'server');
  if (fallback !== undefined || !Array.isArray(ownValue(entry.value, 'steps')))
    out.push(...checkServer(entry, servers, placeIn(entry, 'server')));
  for (const step of stepsOf(entry)) {
    out.push(...checkCall(step), ...checkRoots(step, entry));
    if (step.path !== entry.path) {
      out.push(...checkOneCall(step));
      if (ownValue(step.value, 'server') !== undefined || fallback === undefined)
        out.push(...checkServer(step, servers));
    }
    out.push(...checkCaptures(step, captures));
    for (const name of captureNames(step.value)) captures.before.add(name);
  }
  return out;
}

/** Runs of agents stand side by side, each with servers of its own: nothing can be done between them. */
function checkAround(suite: Record<string, unknown>, key: string, { agents }: CheckContext): Complaint[] {
  if (ownValue(suite, key) === undefined || agents.length === 0) return [];
  const message = `\`${key}\` is not for agent tests, and the suite has some`;
  return [{ path: [key], message, hint: 'move the agent tests to their own suite', at_key: true }];
}

function checkActions(actions: unknown, key: string, servers: string[]): Complaint[] {
  if (!Array.isArray(actions)) return [];
  return actions.flatMap((action, index) => {
    const value = ownValue(action, 'call');
    if (!isObject(value)) return [];
    const call = { path: [key, index, 'call'], value };
    return [...checkOneCall(call, ASKING), ...checkServer(call, servers)];
  });
}

/** Each name once, over tests of every kind; rows of an agent test count as its names. */
function checkNames(entries: Entry[], context: CheckContext): Complaint[] {
  const { agents } = context;
  const agentNames = new Set(agents.map(({ value }) => ownValue(value, 'name')));
  const all = [
    ...entries.map((entry) => ({ path: entry.path, at: placeIn(entry, 'name'), value: entry.value })),
    ...agents.map(({ path, value }) => ({ path, at: [...path, 'name'], value })),
  ].map(({ value, ...rest }) => ({
    ...rest,
    name: ownValue(value, 'name'),
    line: context.line(rest.path),
    of: caseSpec(value)?.of,
  }));
  const taken = new Map<string, { line: number; of?: string }>();
  const out: Complaint[] = [];
  for (const { at, name, line, of } of all.sort((a, b) => a.line - b.line)) {
    if (typeof name !== 'string') continue;
    const first = taken.get(name);
    const test = name.replace(/ #\d+$/, '').replace(/ \[[^\]]*\]$/, '');
    if (first !== undefined) {
      const shown = oneLine(clip(name, 80));
      out.push(
        of !== undefined && first.of === of
          ? { path: at, message: `two cases have the name \`${shown}\``, hint: 'read more columns in it' }
          : {
              path: at,
              message: `the name \`${shown}\` is taken by the test at line ${first.line}`,
              hint: 'give each test its own name',
            },
      );
    } else if (test !== name && agentNames.has(test)) {
      const message = `\`${oneLine(clip(name, 80))}\` reads like a run of the agent test \`${oneLine(clip(test, 80))}\``;
      out.push({ path: at, message, hint: 'give the test its own name' });
    } else taken.set(name, { line, of });
  }
  return out;
}

/** Tests run in the order of the file, so that what one depends on stands above it. */
function checkDependencies(entries: Entry[]): Complaint[] {
  const namesOf = ({ value }: Entry) =>
    [ownValue(value, 'name'), caseSpec(value)?.of].filter((name) => typeof name === 'string');
  const wantedBy = ({ value }: Entry): unknown[] => {
    const wanted = ownValue(value, 'depends_on');
    return Array.isArray(wanted) ? wanted : [];
  };
  const wants = new Map(entries.flatMap((one) => namesOf(one).map((name) => [name, wantedBy(one)] as const)));
  const above = new Set<string>();
  return entries.flatMap((entry) => {
    const own = new Set(namesOf(entry));
    const out = wantedBy(entry).flatMap((name, index): Complaint[] => {
      if (typeof name !== 'string' || above.has(name)) return [];
      const path = [...entry.path, 'depends_on', index];
      const shown = oneLine(clip(name, 80));
      if (own.has(name)) return [{ path, message: 'a test cannot depend on itself', hint: 'leave it out' }];
      if (!wants.has(name)) {
        const known = [...above].slice(-CANDIDATES);
        const hint = nameHint(name, known, 'name a test above this one');
        return [{ path, message: `there is no test \`${shown}\``, hint }];
      }
      return reaches(name, own, wants)
        ? [{ path, message: `the test \`${shown}\` depends on this one`, hint: 'leave out one of the two' }]
        : [
            {
              path,
              message: `the test \`${shown}\` is not above this one`,
              hint: 'tests run in the order of the file: move it up',
            },
          ];
    });
    for (const name of own) above.add(name);
    return out;
  });
}

/** Whether a test depends on one of `goal`, by whatever way. */
function reaches(from: string, goal: ReadonlySet<string>, wants: ReadonlyMap<string, unknown[]>): boolean {
  const seen = new Set<unknown>([from]);
  for (const name of seen) {
    if (goal.has(name as string)) return true;
    for (const next of wants.get(name as string) ?? []) seen.add(next);
  }
  return false;
}

/** `steps` stands in place of a call of the test's own. */
function checkParts({ kind, path, value }: Entry): Complaint[] {
  // Of a test whose type is missing or misspelt nobody knows whether it calls a tool.
  if (kind !== 'tool' || (path[0] === 'tests' && ownValue(value, 'type') !== 'tool')) return [];
  if (!Object.hasOwn(value, 'steps')) {
    return Object.hasOwn(value, 'tool') ? [] : [{ path, message: 'a tool test needs `tool` or `steps`' }];
  }
  return STEP_ONLY.filter((key) => Object.hasOwn(value, key)).map((key) => ({
    path: [...path, key],
    message: `\`${key}\` and \`steps\` cannot both be given`,
    hint: `move \`${key}\` into a step`,
    at_key: true,
  }));
}

function checkOneCall({ path, value }: RawCall, keys = CALL_KEYS): Complaint[] {
  const given = CALL_KEYS.filter((key) => Object.hasOwn(value, key));
  if (given.length === 0) return [{ path, message: `one of ${quoted(keys)} is needed` }];
  if (given.length > 1)
    return [{ path, message: `${given.map((key) => `\`${key}\``).join(' and ')} cannot both be given` }];
  const stray = Object.keys(GOES_WITH).find((key) => {
    return Object.hasOwn(value, key) && !GOES_WITH[key]!.includes(given[0]!);
  });
  if (stray !== undefined) {
    const message = `\`${stray}\` does not go with \`${given[0]}\``;
    const hint = `it goes with ${quoted(GOES_WITH[stray]!)}`;
    return [{ path: [...path, stray], message, hint, at_key: true }];
  }
  const args = ownValue(value, 'args');
  if (given[0] !== 'prompt' || !isObject(args)) return [];
  return Object.keys(args)
    .filter((key) => typeof args[key] !== 'string')
    .map((key) => ({
      path: [...path, 'args', key],
      message: 'expected text',
      hint: 'quote it to mean text',
    }));
}

function quoted(words: readonly string[]): string {
  const all = words.map((word) => `\`${word}\``);
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** What stands inside `complete`, `subscribe` and `trigger`. */
function checkCall({ path, value }: RawCall): Complaint[] {
  const [complete, updates, trigger] = ['complete', 'subscribe', 'trigger'].map((key) =>
    ownValue(value, key),
  );
  const one = (key: string, map: unknown, words: string[]): Complaint[] => {
    const given = isObject(map) ? words.filter((word) => Object.hasOwn(map, word)).length : 1;
    if (given === 1) return [];
    const message = `${given === 0 ? 'one' : 'only one'} of ${quoted(words)} is needed`;
    return [{ path: [...path, key], message }];
  };
  const isEmpty = isObject(updates) && Object.keys(updates).length === 0;
  return [
    ...one('complete', complete, ['prompt', 'uri']),
    ...one('trigger', trigger, ASKING),
    ...(isEmpty
      ? [{ path: [...path, 'subscribe'], message: 'one of `resources` and `lists` is needed' }]
      : []),
  ];
}

/** A target that only some kind of test can see, in a test of another kind, would never be there. */
function checkRoots({ path, value }: RawCall, { kind }: Entry): Complaint[] {
  const keys = [...CALL_KEYS, 'log_level'].filter((key) => Object.hasOwn(value, key));
  const capture = ownValue(value, 'capture');
  const captured = Object.entries(isObject(capture) ? capture : {});
  const targets = [
    ...targetsIn(ownValue(value, 'expect') as RawExpectation | undefined, [...path, 'expect']),
    ...captured.map(([name, target]) => ({ path: [...path, 'capture', name], target: String(target) })),
  ];
  return targets.flatMap(({ path: at, target }) => {
    const seenBy = rootSeenBy(target);
    if (seenBy === undefined || seenBy === kind || keys.includes(seenBy)) return [];
    const hint = seenBy === 'capabilities' ? 'write the test in `capabilities:`' : `it needs \`${seenBy}\``;
    return [{ path: at, message: `a test of this kind does not see \`${clip(target, 60)}\``, hint }];
  });
}

function checkServer(
  { path, value }: RawCall,
  servers: string[],
  at: Path = [...path, 'server'],
): Complaint[] {
  const name = ownValue(value, 'server');
  if (name === undefined) {
    if (servers.length === 1) return [];
    if (servers.length === 0) return [{ path, message: 'the suite declares no server', hint: NONE_DECLARED }];
    return [
      {
        path,
        message: '`server` is required, since the suite declares several',
        hint: oneOf(servers),
      },
    ];
  }
  if (typeof name !== 'string' || servers.includes(name)) return [];
  const hint = nameHint(name, servers, NONE_DECLARED);
  return [{ path: at, message: `there is no server \`${oneLine(clip(name, 80))}\``, hint }];
}

interface CaptureCheck {
  /** What was captured by the steps so far. */
  before: Set<string>;
  /** What any step captures. */
  ever: Set<string>;
}

function checkCaptures({ path, value }: RawCall, { before, ever }: CaptureCheck): Complaint[] {
  const out: Complaint[] = [];
  for (const key of [...CALL_KEYS, 'trigger', 'args', 'expect']) {
    for (const name of capturesIn(ownValue(value, key))) {
      if (before.has(name)) continue;
      const near = didYouMean(name, [...before].slice(-CANDIDATES));
      const hint =
        near === undefined
          ? 'capture it in a step or test before this one'
          : `did you mean \`\${captured.${near}}\`?`;
      const message = ever.has(name) ? `\`${name}\` is captured only later` : `nothing captures \`${name}\``;
      out.push({ path: [...path, key], message, hint });
    }
  }
  return out;
}

function captureNames(value: Record<string, unknown>): string[] {
  const capture = ownValue(value, 'capture');
  return isObject(capture) ? Object.keys(capture) : [];
}
