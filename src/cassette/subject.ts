/**
 * What a test asks, as a cassette keeps it, and what changed between two of them. Secrets are
 * placeholders, the suite's folder is `${CONFIG_DIR}`, so that a cassette works on another machine.
 */

import type { Redactor } from '../redact/redactor.js';
import type { CassetteSubject } from '../types/cassette.js';
import type { ServerSpec } from '../types/connection.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { canonicalJson } from '../util/canonical-json.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';

export function subjectOf(suite: Suite, agent: AgentSpec, redactor: Redactor): CassetteSubject {
  const workers = workersOf(suite, agent);
  const names = [...new Set([agent, ...workers].flatMap((one) => one.servers))].sort();
  const servers = names.flatMap((name) => {
    const spec = suite.servers[name];
    return spec ? [[name, wayTo(spec, suite.dir)] as const] : [];
  });
  const delegates = workers.map((worker) => [
    worker.name,
    { prompt: worker.prompt ?? '', ...questionOf(worker) },
  ]);
  const subject: CassetteSubject = {
    ...questionOf(agent),
    prompt: agent.prompt ?? '',
    agent: agent.command?.map((word) => localised(word, suite.dir)),
    network: agent.cli?.network,
    servers: Object.fromEntries(servers),
    delegates: workers.length > 0 ? Object.fromEntries(delegates) : undefined,
  };
  return redactor.value(omitUndefined(subject));
}

/** Every agent that work may be handed to, however far down. */
export function workersOf(suite: Suite, agent: AgentSpec): AgentSpec[] {
  const found = new Map<string, AgentSpec>();
  const visit = (one: AgentSpec): void => {
    for (const name of one.delegates) {
      const worker = Object.hasOwn(suite.delegates, name) ? suite.delegates[name] : undefined;
      if (worker === undefined || found.has(name)) continue;
      found.set(name, worker);
      visit(worker);
    }
  };
  visit(agent);
  return [...found.values()];
}

/** The servers whose instructions somebody reads. */
export function instructors(suite: Suite, agent: AgentSpec): Set<string> {
  const readers = [agent, ...workersOf(suite, agent)].filter((one) => one.server_instructions !== false);
  return new Set(readers.flatMap(({ servers }) => servers));
}

function questionOf(agent: AgentSpec) {
  const { system_prompt, client, tool_search, server_instructions, temperature, max_turns, faults, judged } =
    agent;
  const { offer_tools } = agent;
  const block = agent.metrics.find((metric) => metric.block === 'distractors')?.config;
  return omitUndefined({
    system_prompt,
    client,
    tool_search,
    offer_tools,
    server_instructions: server_instructions === false ? server_instructions : undefined,
    temperature,
    max_turns,
    faults: faults.length > 0 ? faults : undefined,
    distractors: isObject(block) ? distractorsOf(block) : undefined,
    judged: judged?.model === undefined ? undefined : withoutThresholds(judged),
    scripts: agent.scripts.length > 0 ? agent.scripts : undefined,
  });
}

function distractorsOf(block: Record<string, unknown>) {
  const { count, counts, source, correct } = block;
  return omitUndefined({ count, counts, source, correct });
}

function withoutThresholds(judged: NonNullable<AgentSpec['judged']>) {
  const { task_completion, tool_use, argument_correctness, rubric, model } = judged;
  const asked = Object.entries({ task_completion, tool_use, argument_correctness, rubric })
    .filter(([, one]) => one !== undefined)
    .map(([name]) => name);
  return omitUndefined({ model, asked, rubric: rubric?.text });
}

/** An argument that leads into the suite's folder, wherever that stands. */
function localised(argument: string, dir: string): string {
  const inside = argument.startsWith(dir) && /^([\\/]|$)/.test(argument.slice(dir.length));
  return inside ? `\${CONFIG_DIR}${argument.slice(dir.length).replaceAll('\\', '/')}` : argument;
}

function wayTo({ command, url, start }: ServerSpec, dir: string): CassetteSubject['servers'][string] {
  const local = (argument: string) => localised(argument, dir);
  return omitUndefined({ command: command?.map(local), url, start: start?.map(local) });
}

const WORDS: Record<string, string> = {
  prompt: 'the prompt',
  agent: 'the command of the agent',
  network: '`network` of the agent',
  system_prompt: 'the system prompt',
  client: '`client`',
  tool_search: '`tool_search`',
  offer_tools: '`offer_tools`',
  server_instructions: '`server_instructions`',
  temperature: 'the temperature',
  max_turns: '`max_turns`',
  distractors: 'the `distractors` block',
  faults: 'the `faults`',
  scripts: 'the script',
  judged: 'what the judge is asked',
};

/** One sentence for each difference; none when the recording answers the same question. */
export function changesBetween(recorded: CassetteSubject, now: CassetteSubject): string[] {
  const out: string[] = [];
  for (const [key, words] of Object.entries(WORDS)) {
    if (differ(ownValue(recorded, key), ownValue(now, key)))
      out.push(`${words} changed${describeChange(ownValue(recorded, key), ownValue(now, key))}`);
  }
  out.push(...serverChanges(recorded.servers, now.servers));
  const names = new Set([...Object.keys(recorded.delegates ?? {}), ...Object.keys(now.delegates ?? {})]);
  for (const name of names) {
    if (differ(ownValue(recorded.delegates, name), ownValue(now.delegates, name)))
      out.push(`the agent \`${oneLine(name)}\` that work is handed to changed`);
  }
  return out;
}

function serverChanges(before: CassetteSubject['servers'], now: CassetteSubject['servers']): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [old, current] = [ownValue(before, name), ownValue(now, name)];
    if (!differ(old, current)) return [];
    const shown = oneLine(name);
    if (old === undefined) return [`the server \`${shown}\` was added`];
    if (current === undefined) return [`the server \`${shown}\` was removed`];
    return [`the command of the server \`${shown}\` changed${describeChange(argv(old), argv(current))}`];
  });
}

function argv(way: unknown): unknown {
  return ownValue(way, 'command') ?? ownValue(way, 'url') ?? ownValue(way, 'start');
}

function differ(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) !== canonicalJson(b ?? null);
}

export function describeChange(before: unknown, now: unknown): string {
  const show = (value: unknown) =>
    value === undefined ? 'nothing' : oneLine(clip(JSON.stringify(value) ?? '', 200));
  return `: it was ${show(before)} and is ${show(now)}`;
}
