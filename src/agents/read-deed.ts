/** What a run of an agent comes to: the calls that crossed the wire, its last words, or why there is nothing to judge. */
import { existsSync } from 'node:fs';
import type { LoopbackModel } from '../drivers/wire/loopback.js';
import { readTraces } from '../trace/read-traces.js';
import type { Turn } from '../types/driver.js';
import type { AgentView, Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { formatDuration } from '../util/duration.js';
import { clip, oneLine, plural } from '../util/text.js';
import { type ToolView, toolView } from './agent-view.js';
import { KNOWN_AGENTS } from './known-agents.js';
import { loadAgent } from './registry.js';
import type { AgentTask, Ended } from './run-agent.js';

export interface AgentDeed {
  /** What it said at last. */
  text: string;
  /** What crossed the wire. */
  wire: Trace;
  /** Turns of the model on loopback. */
  turns?: Turn[];
  /** What the agent says of its turns and tokens, where the model was not ours. */
  told?: Pick<Trace, 'turns' | 'tokens' | 'cost_usd'>;
  view?: AgentView;
  notes: string[];
  check?: Check;
  /** Why the run cannot be judged. */
  obstacle?: Check;
}

const NO_CALLS: Trace = { calls: [] };
const MOST_STDERR = 2000;

export function obstacle(matcher: string, message: string): AgentDeed {
  return { text: '', wire: NO_CALLS, notes: [], obstacle: checkOf(matcher, 'inconclusive', message) };
}

function checkOf(matcher: string, outcome: Check['outcome'], message: string, target = 'agent'): Check {
  return { target, matcher, outcome, message };
}

export interface DeedParts {
  task: AgentTask;
  found: { version?: string };
  /** The file of the recorder. */
  recording: string;
  model: LoopbackModel | undefined;
  /** Why servers could not be started. */
  problems: ReadonlySet<string>;
  ended: Ended | { problem: string };
}

export async function deedOf(parts: DeedParts): Promise<AgentDeed> {
  const { task, model, problems, ended } = parts;
  const { title } = KNOWN_AGENTS[task.cli];
  if ('problem' in ended) return obstacle('starts', `${title} could not be started: ${ended.problem}`);
  if (ended.late === 'interrupted') return obstacle('finished', 'interrupted before it was judged');
  const wire = await readWire(parts.recording);
  const said = await readOutput(task, ended.stdout);
  const deed: AgentDeed = {
    text: said.trace?.final_response ?? '',
    wire,
    view: viewOf(parts, wire),
    notes: [...problems, ...remarks(parts, wire)],
    ...(model
      ? { turns: model.seen.turns.filter((turn) => turn !== undefined) }
      : { told: countsOf(said.trace) }),
  };
  const problem = problemOf({ parts, ended, wire, said });
  if (problem === undefined) return deed;
  return problem.outcome === 'inconclusive' ? { ...deed, obstacle: problem } : { ...deed, check: problem };
}

async function readWire(file: string): Promise<Trace> {
  if (!existsSync(file)) return NO_CALLS;
  const { traces } = await readTraces({ path: file }, { format: 'proxy' });
  return traces[0] ?? NO_CALLS;
}

interface Said {
  trace?: Trace;
  /** Why the output could not be read. */
  unread?: string;
}

async function readOutput({ cli, servers }: AgentTask, stdout: string): Promise<Said> {
  const { output } = await loadAgent(cli);
  const text = stdout.trim();
  if (text === '') return { unread: 'it printed nothing' };
  if (output === undefined) return { trace: { calls: [], final_response: text } };
  try {
    const names = servers.map(({ spec }) => spec.name);
    const { traces } = await readTraces({ text, name: cli }, { format: output, servers: names });
    const trace = traces.at(-1);
    return trace === undefined ? { unread: 'its output contains no run' } : { trace };
  } catch (error) {
    return { unread: `its output could not be read (${oneLine((error as Error).message)})` };
  }
}

function countsOf(trace: Trace | undefined): AgentDeed['told'] {
  const { turns, tokens, cost_usd } = trace ?? {};
  return {
    ...(turns && { turns }),
    ...(tokens && { tokens }),
    ...(cost_usd !== undefined && { cost_usd }),
  };
}

function viewOf({ task, found, model }: DeedParts, { catalog = {} }: Trace): AgentView {
  const program = { program: task.cli, ...(found.version !== undefined && { version: found.version }) };
  if (model === undefined || model.seen.asked === 0) return program;
  const { tools, dropped } = toolView(model.seen.tools, catalog);
  return { ...program, tools, ...(dropped.length > 0 && { dropped }) };
}

/** What a reader of the figures should know. */
function remarks({ task, model }: DeedParts, wire: Trace): string[] {
  const { title } = KNOWN_AGENTS[task.cli];
  const listed = wire.catalog ?? {};
  const unlisted = task.servers.map(({ spec }) => spec.name).filter((name) => !Object.hasOwn(listed, name));
  const missing = [...(model?.seen.missing ?? [])].map(oneLine);
  return [
    ...lost(title, model && toolView(model.seen.tools, listed)),
    ...unlisted.map((name) => `${title} never asked ${name} for its tools`),
    ...(missing.length > 0
      ? [`${title} did not offer the model ${missing.join(', ')}, which the script calls`]
      : []),
  ];
}

/** Where a model was not told what the server says; other changes are in the trace. */
function lost(title: string, view: ToolView | undefined): string[] {
  const cut = (view?.tools ?? []).filter(({ changes = [] }) =>
    changes.some((one) => /^description (cut|left out)/.test(one)),
  );
  const dropped = view?.dropped ?? [];
  return [
    ...(cut.length > 0
      ? [`${title} cut descriptions before its model read them: ${few(cut.map(({ tool }) => tool))}`]
      : []),
    ...(dropped.length > 0 ? [`${title} did not show its model ${few(dropped)}`] : []),
  ];
}

const MOST_NAMED = 5;

function few(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).map(oneLine).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

interface Judged {
  parts: DeedParts;
  ended: Ended;
  wire: Trace;
  said: Said;
}

/**
 * What is wrong with a run as such. It fails only where the agent had begun: an agent that never asked its model, or
 * that its provider sent away, says nothing of a server.
 */
function problemOf({ parts, ended, wire, said }: Judged): Check | undefined {
  const { task, model } = parts;
  const { title } = KNOWN_AGENTS[task.cli];
  const isIdle = model !== undefined && model.seen.asked === 0;
  const tail = ended.stderr === '' ? '' : `: ${oneLine(clip(ended.stderr, MOST_STDERR))}`;
  if (ended.late === 'deadline') {
    const limit = formatDuration(task.limit_ms);
    return isIdle
      ? checkOf('deadline', 'inconclusive', `${title} did not ask its model once within ${limit}${tail}`)
      : checkOf('deadline', 'fail', `${title} was not done within ${limit}`, 'run');
  }
  if (ended.code !== 0) {
    const why = `${title} ${ended.ending}${tail || lastLine(ended.stdout)}`;
    return checkOf('exit', model && wire.calls.length > 0 ? 'fail' : 'inconclusive', why);
  }
  if (isIdle) {
    const aside = model.seen.aside;
    const other = aside > 0 ? `, only ${plural(aside, 'other thing')}` : '';
    return checkOf('asked', 'inconclusive', `${title} never asked its model for the task${other}${tail}`);
  }
  const listed = wire.catalog ?? {};
  if (task.servers.length > 0 && task.servers.every(({ spec }) => !Object.hasOwn(listed, spec.name)))
    return checkOf('tools', 'inconclusive', `${title} asked none of its servers for their tools${tail}`);
  if (said.unread !== undefined)
    return checkOf('answer', 'inconclusive', `${title} left no answer: ${said.unread}${tail}`);
  return undefined;
}

/** Some say on stdout why they give up. */
function lastLine(stdout: string): string {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  return line === '' ? '' : `: ${oneLine(clip(line, MOST_STDERR))}`;
}
