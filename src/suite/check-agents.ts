/** What must hold of agent tests beyond the shape of each key: who is referred to, and what is gated. */

import { capturesIn } from '../match/captures.js';
import { isMetricBlock, METRICS } from '../metrics/blocks.js';
import type { Path } from '../source/spots.js';
import type { MetricBlock } from '../types/metric.js';
import { nameHint } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import {
  type AgentEntry,
  type AgentTest,
  agentDefinitions,
  agentTests,
  pathOf,
  typedAgents,
} from './agent-entries.js';
import { isFigure, judgeFigure, metricsOfTarget } from './agent-targets.js';
import { assertionsOn, type RawExpectation } from './blocks/expect.js';
import { checkCaseExpectation, offeredNames } from './cases/normalise-dataset.js';
import { complaintsAbout } from './complaints.js';
import { delegationCycles } from './delegation-cycles.js';
import { targetsIn, writtenAssertions } from './normalise/expect.js';
import { sharesAsPercent } from './percent-gates.js';
import { type Complaint, judged } from './shape.js';

export interface AgentCheckContext {
  ci: boolean;
  /** Whether a value came from another file. */
  imported(path: Path): boolean;
}

export function checkAgents(suite: Record<string, unknown>, context: AgentCheckContext): Complaint[] {
  const declared = ownValue(suite, 'servers');
  const servers = Object.keys(isObject(declared) ? declared : {});
  const definitions = agentDefinitions(suite);
  const typed = typedAgents(suite);
  const known = definitions.flatMap(({ value }) => nameOf(value) ?? []);
  return [
    ...checkFaults(ownValue(suite, 'faults'), ['faults'], servers),
    ...checkModels(ownValue(suite, 'models')),
    ...sameNames(definitions),
    ...[...definitions, ...typed].flatMap((entry) => [
      ...checkEntry(entry, servers, context),
      ...checkNames(ownValue(entry.value, 'delegates'), {
        path: [...entry.path, 'delegates'],
        known,
        noun: 'agent',
      }),
    ]),
    ...typed.flatMap(({ path, value }) => {
      const name = ownValue(value, 'agent');
      return checkName(name, { path: [...path, 'agent'], known, noun: 'agent' });
    }),
    ...delegationCycles(definitions),
    ...agentTests(suite, context.imported).flatMap((test) => [
      ...checkFigures(test),
      ...checkPercents(test),
      ...checkCases(test),
    ]),
  ];
}

/** `dataset` needs something to count. */
function checkCases(test: AgentTest): Complaint[] {
  const { whole } = test;
  const out: Complaint[] = checkCaseExpectation(whole).map((one) => ({
    ...one,
    path: [...pathOf(test, String(one.path[0])), ...one.path.slice(1)],
  }));
  if (whole.dataset !== undefined && whole.expect_tools === undefined)
    out.push({
      path: pathOf(test, 'dataset'),
      message: '`dataset` counts which of the expected tools were called, and no tools are expected',
      hint: 'write `expect_tools`, or give the cases a column of that name',
    });
  if (whole.offer_tools !== undefined)
    out.push(...checkOffer(whole).map((one) => ({ ...one, path: pathOf(test, 'offer_tools') })));
  return out;
}

function checkOffer({ offer_tools, agent }: Record<string, unknown>): Omit<Complaint, 'path'>[] {
  if (isObject(agent))
    return [
      {
        message: '`offer_tools` chooses what a model is shown, and this agent asks its servers itself',
        hint: 'remove `offer_tools`, or name a `model` instead of `agent`',
      },
    ];
  return offeredNames(offer_tools)?.length === 0
    ? [{ message: '`offer_tools` names no tool', hint: 'write a list of tools, or nothing for all of them' }]
    : [];
}

function nameOf(value: Record<string, unknown>): string | undefined {
  const name = ownValue(value, 'name');
  return typeof name === 'string' ? name : undefined;
}

function sameNames(definitions: AgentEntry[]): Complaint[] {
  const seen = new Set<string>();
  return definitions.flatMap(({ path, value }) => {
    const name = nameOf(value);
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return [];
    }
    const message = `the name \`${shown(name)}\` is taken by another entry of \`agents\``;
    return [{ path: [...path, 'name'], message, hint: 'give each agent its own name' }];
  });
}

function checkEntry({ path, value }: AgentEntry, servers: string[], context: AgentCheckContext): Complaint[] {
  const out: Complaint[] = [];
  for (const [one, several] of [
    ['model', 'models'],
    ['script', 'scripts'],
  ] as const) {
    if (Object.hasOwn(value, one) && Object.hasOwn(value, several))
      out.push({
        path: [...path, one],
        message: `\`${one}\` and \`${several}\` cannot both be given`,
        at_key: true,
      });
  }
  if (ownValue(value, 'only') === true && context.ci) {
    const message = '`only` is refused in CI, since every other test would be left out';
    out.push({ path: [...path, 'only'], message, hint: 'remove it before you commit' });
  }
  const chosen = ownValue(value, 'servers');
  out.push(...checkNames(chosen, { path: [...path, 'servers'], known: servers, noun: 'server' }));
  const used = Array.isArray(chosen) ? chosen.filter((name) => typeof name === 'string') : servers;
  out.push(...checkFaults(ownValue(value, 'faults'), [...path, 'faults'], used));
  for (const key of Object.keys(value)) {
    if (capturesIn(value[key]).size > 0)
      out.push({ path: [...path, key], message: 'an agent test cannot read what another test captured' });
    out.push(...checkBlock(key, value[key], [...path, key]));
  }
  return out;
}

function checkBlock(key: string, value: unknown, path: (string | number)[]): Complaint[] {
  const expect = ownValue(value, 'expect');
  if (!isMetricBlock(key) || !Array.isArray(expect)) return [];
  return complaintsAbout(gatesOf(key), expect).map((complaint) => ({
    ...complaint,
    path: [...path, 'expect', ...complaint.path],
  }));
}

const gates = new Map<MetricBlock, ReturnType<typeof assertionsOn>>();

function gatesOf(block: MetricBlock): ReturnType<typeof assertionsOn> {
  let found = gates.get(block);
  if (found === undefined) {
    const judge = judgeFigure(block, METRICS[block].targets);
    found = assertionsOn(judged('A figure.', 'target', judge), judge);
    gates.set(block, found);
  }
  return found;
}

/** A figure in the test's own `expect:` needs its block. */
function checkFigures(test: AgentTest): Complaint[] {
  const raw = ownValue(test.whole, 'expect');
  if (!Array.isArray(raw) && !isObject(raw)) return [];
  return targetsIn(raw as RawExpectation, pathOf(test, 'expect')).flatMap(({ target, path }) => {
    if (!isFigure(target)) return [];
    const owners = metricsOfTarget(target);
    if (owners.length === 0 || owners.some((block) => Object.hasOwn(test.whole, block))) return [];
    const message = `\`${shown(target)}\` is measured by \`${owners[0]}\`, which this test does not have`;
    return [{ path, message, hint: `add \`${owners[0]}\` to the test` }];
  });
}

/** Gates of the test itself, of its metric blocks and of its dataset. */
function checkPercents(test: AgentTest): Complaint[] {
  const gated = Object.entries(test.whole).flatMap(([key, value]) => {
    const raw = key === 'expect' ? value : ownValue(value, 'expect');
    const path = key === 'expect' ? pathOf(test, key) : [...pathOf(test, key), 'expect'];
    const isExpectation = (key === 'expect' && isObject(raw)) || Array.isArray(raw);
    return isExpectation ? writtenAssertions(raw as RawExpectation, path) : [];
  });
  return gated.flatMap(({ target, matcher, matcherPath }) => sharesAsPercent(target, matcher, matcherPath));
}

function checkFaults(faults: unknown, path: (string | number)[], servers: string[]): Complaint[] {
  if (!Array.isArray(faults)) return [];
  return faults.flatMap((fault, index) => {
    const name = ownValue(fault, 'server');
    if (typeof name === 'string')
      return checkName(name, { path: [...path, index, 'server'], known: servers, noun: 'server' });
    if (name !== undefined || servers.length === 1 || !isObject(fault)) return [];
    const message = '`server` is required, unless there is exactly one';
    return [{ path: [...path, index], message, hint: null }];
  });
}

function checkModels(models: unknown): Complaint[] {
  return Object.entries(isObject(models) ? models : {}).flatMap(([name, model]) => {
    const path = ['models', name];
    const url = ownValue(model, 'base_url');
    if (ownValue(model, 'provider') === 'openai-compatible' && url === undefined)
      return [{ path, message: '`base_url` is required for an openai-compatible provider' }];
    if (typeof url === 'string' && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      return [{ path: [...path, 'base_url'], message: 'expected an http or https URL' }];
    return [];
  });
}

interface NameCheck {
  path: Path;
  /** The names that there are. */
  known: string[];
  noun: 'server' | 'agent';
}

function checkNames(names: unknown, { path, ...rest }: NameCheck): Complaint[] {
  if (!Array.isArray(names)) return [];
  return names.flatMap((name, index) => checkName(name, { path: [...path, index], ...rest }));
}

function checkName(name: unknown, { path, known, noun }: NameCheck): Complaint[] {
  if (typeof name !== 'string' || known.includes(name)) return [];
  const hint = nameHint(name, known, `declare it in \`${noun}s\``);
  return [{ path, message: `there is no ${noun} \`${shown(name)}\``, hint }];
}

function shown(name: string): string {
  return oneLine(clip(name, 80));
}
