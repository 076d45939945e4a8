/** What must hold of tests beyond the shape of each key: names, servers, what is called, captures. */

import { capturesIn } from '../match/captures.js';
import type { Path } from '../source/spots.js';
import { didYouMean, nameHint, oneOf } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { AgentTest } from './agent-entries.js';
import { type Entry, placeIn, type RawCall, stepsOf, testEntries } from './entries.js';
import type { Complaint } from './shape.js';

const CALL_KEYS = ['tool', 'uri', 'prompt'];
/** Captures that are compared for a did-you-mean. */
const CANDIDATES = 200;
const STEP_ONLY = ['tool', 'args', 'expect', 'capture', 'on_tool_error', 'fuzz', 'metamorphic', 'load'];

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
    ...entries.flatMap((entry) => [
      ...checkParts(entry),
      ...checkOnly(entry, context),
      ...checkSteps(entry, servers, captures),
    ]),
    ...['setup', 'teardown'].flatMap((key) => checkActions(ownValue(suite, key), key, servers)),
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

function checkActions(actions: unknown, key: string, servers: string[]): Complaint[] {
  if (!Array.isArray(actions)) return [];
  return actions.flatMap((action, index) => {
    const value = ownValue(action, 'call');
    if (!isObject(value)) return [];
    const call = { path: [key, index, 'call'], value };
    return [...checkOneCall(call), ...checkServer(call, servers)];
  });
}

/** Each name once, over tests of every kind; rows of an agent test count as its names. */
function checkNames(entries: Entry[], context: CheckContext): Complaint[] {
  const { agents } = context;
  const agentNames = new Set(agents.map(({ value }) => ownValue(value, 'name')));
  const all = [
    ...entries.map((entry) => ({ path: entry.path, at: placeIn(entry, 'name'), value: entry.value })),
    ...agents.map(({ path, value }) => ({ path, at: [...path, 'name'], value })),
  ].map(({ value, ...rest }) => ({ ...rest, name: ownValue(value, 'name') }));
  const taken = new Map<string, Path>();
  const out: Complaint[] = [];
  for (const { path, at, name } of all.sort((a, b) => context.line(a.path) - context.line(b.path))) {
    if (typeof name !== 'string') continue;
    const first = taken.get(name);
    const test = name.replace(/ #\d+$/, '').replace(/ \[[^\]]*\]$/, '');
    if (first !== undefined) {
      const message = `the name \`${oneLine(clip(name, 80))}\` is taken by the test at line ${context.line(first)}`;
      out.push({ path: at, message, hint: 'give each test a name of its own' });
    } else if (test !== name && agentNames.has(test)) {
      const message = `\`${oneLine(clip(name, 80))}\` reads like a run of the agent test \`${oneLine(clip(test, 80))}\``;
      out.push({ path: at, message, hint: 'give the test a name of its own' });
    } else taken.set(name, path);
  }
  return out;
}

/** `steps` stands in place of a call of the test's own. */
function checkParts({ kind, path, value }: Entry): Complaint[] {
  if (kind !== 'tool') return [];
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

function checkOneCall({ path, value }: RawCall): Complaint[] {
  const given = CALL_KEYS.filter((key) => Object.hasOwn(value, key));
  if (given.length === 0) return [{ path, message: 'one of `tool`, `uri` and `prompt` is needed' }];
  if (given.length > 1)
    return [{ path, message: `${given.map((key) => `\`${key}\``).join(' and ')} cannot both be given` }];
  if (given[0] !== 'tool' && Object.hasOwn(value, 'on_tool_error')) {
    const message = '`on_tool_error` is about calls of tools';
    return [{ path: [...path, 'on_tool_error'], message, hint: 'remove it', at_key: true }];
  }
  const args = ownValue(value, 'args');
  if (given[0] === 'uri' && args !== undefined) {
    return [{ path: [...path, 'args'], message: 'reading a resource takes no `args`', at_key: true }];
  }
  if (given[0] !== 'prompt' || !isObject(args)) return [];
  return Object.keys(args)
    .filter((key) => typeof args[key] !== 'string')
    .map((key) => ({
      path: [...path, 'args', key],
      message: 'expected text',
      hint: 'quote it to mean text',
    }));
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
  for (const key of [...CALL_KEYS, 'args', 'expect']) {
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
