/**
 * `agent: { command }`: an agent of the user's own instead of a model. It is started with the prompt on
 * its input and reaches its servers through endpoints that write down every call; what it prints is its
 * answer. It inherits our whole environment: it is the user's program and needs keys of its own.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Distractor } from '../../catalog/choose-distractors.js';
import { FaultLog } from '../../client/session/fault-log.js';
import type { SpawnResult } from '../../client/stdio/server-process.js';
import type { HttpServer } from '../../rpc-server/listen.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Trace } from '../../types/trace.js';
import type { Check } from '../../types/verdict.js';
import { formatDuration } from '../../util/duration.js';
import { clip, oneLine } from '../../util/text.js';
import { waitForExit } from '../wait-for-exit.js';
import type { RunClock } from './agent-loop.js';
import { serveProxy } from './agent-proxy.js';
import { MOST_KEPT } from './bounds.js';
import type { RunLog } from './run-log.js';
import type { ServerInfos } from './system-prompt.js';
import type { ToolboxParts } from './toolbox.js';

export interface CommandAgent {
  argv: string[];
  prompt: string;
  infos: ServerInfos;
  /** Server name → tools, distractors among them. */
  seen: Record<string, ToolDef[]>;
  distractors: readonly Distractor[];
  log: RunLog;
  clock: RunClock;
  send: ToolboxParts['send'];
  /** Further variables: `MCPTEST_RUN`, `MCPTEST_MODEL`, `MCPTEST_SYSTEM_PROMPT`. */
  env: Record<string, string>;
  start(argv: string[], env: Record<string, string>): Promise<SpawnResult>;
}

export interface CommandEnding {
  text: string;
  /** What else is known of the run: of an agent that somebody else wrote, more than its calls. */
  known?: Pick<Trace, 'turns' | 'tokens' | 'cost_usd' | 'view' | 'catalog'>;
  /** What is wrong with the run, if anything. */
  check?: Check;
  /** The program could not even be started, or we were interrupted. */
  obstacle?: Check;
}

export async function runCommandAgent(agent: CommandAgent): Promise<CommandEnding> {
  const doors: [string, HttpServer][] = [];
  const dir = await mkdtemp(join(tmpdir(), 'mcptest-agent-'));
  try {
    for (const [server, tools] of Object.entries(agent.seen)) {
      const added = agent.distractors.filter((one) => one.server === server).map(({ tool }) => tool.name);
      const { log, infos } = agent;
      const { instructions } = infos[server] ?? {};
      const send = (tool: string, args: Record<string, unknown>) => agent.send(server, tool, args);
      doors.push([
        server,
        await serveProxy({ server, instructions, tools, distractors: new Set(added), log, send }),
      ]);
    }
    const servers = Object.fromEntries(doors.map(([name, { url }]) => [name, { type: 'http', url }]));
    const config = join(dir, 'mcp.json');
    await writeFile(config, `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`);
    const urls = doors.map(([name, { url }]) => [`MCPTEST_URL_${variableOf(name)}`, url] as const);
    return await run(agent, {
      ...agent.env,
      ...Object.fromEntries(urls),
      MCPTEST_SERVERS: JSON.stringify(servers),
      MCPTEST_MCP_CONFIG: config,
    });
  } finally {
    await Promise.all(doors.map(([, door]) => door.close()));
    await rm(dir, { recursive: true, force: true });
  }
}

function variableOf(server: string): string {
  return server.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

async function run(agent: CommandAgent, env: Record<string, string>): Promise<CommandEnding> {
  const { clock } = agent;
  const started = await agent.start(agent.argv, env);
  if (!started.ok) return { text: '', obstacle: checkOf('starts', 'inconclusive', started.message) };
  const { process: program } = started;
  const chunks: Buffer[] = [];
  let size = 0;
  program.child.stdout?.on('data', (chunk: Buffer) => {
    // The rest is read, so that the program can go on, and dropped.
    if (size <= MOST_KEPT * 4) chunks.push(chunk);
    size += chunk.length;
  });
  program.child.stdin?.end(agent.prompt);
  const late = await waitForExit(program.gone, clock.left(), clock.signal);
  await program.stop(new FaultLog(), late !== undefined);
  const text = clip(Buffer.concat(chunks).toString('utf8').trim(), MOST_KEPT);
  if (late === 'interrupted')
    return { text, obstacle: checkOf('finished', 'inconclusive', 'interrupted before it was judged') };
  if (late === 'deadline') {
    const message = `the agent was not done within ${formatDuration(clock.limit_ms)}`;
    return { text, check: { ...checkOf('deadline', 'fail', message), target: 'run' } };
  }
  if (program.child.exitCode === 0) return { text };
  const tail = program.stderrTail().trim();
  const why = `the agent ${program.ending ?? 'ended'}${tail ? `: ${oneLine(clip(tail, 2000))}` : ''}`;
  return { text, check: checkOf('exit', 'fail', why) };
}

function checkOf(matcher: string, outcome: Check['outcome'], message: string): Check {
  return { target: 'agent', matcher, outcome, message };
}
