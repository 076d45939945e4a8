/**
 * `npm run check:clients:agents -- [--only codex,goose] [--cache DIR] [--kept]`: real agents from npm, each with the
 * servers of fixtures/client-views behind it and a model on loopback. The tools that it puts on the wire are recorded
 * beside the fixture, and held byte by byte against what `mcptest compat --show` prints for that client. Writes
 * docs/evidence/client-views.md. `--kept` compares the recordings again and starts nothing.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KNOWN_AGENTS, pathVariable } from '../src/agents/known-agents.js';
import { anthropic } from '../src/drivers/wire/anthropic.js';
import type { WireTool } from '../src/drivers/wire/format.js';
import { gemini } from '../src/drivers/wire/gemini.js';
import { openaiChat } from '../src/drivers/wire/openai-chat.js';
import { openaiResponses } from '../src/drivers/wire/openai-responses.js';
import type { AgentCli } from '../src/util/agent-names.js';
import { run } from '../src/verbs/run.js';
import {
  CLIENT_OF,
  compareView,
  isFromFixture,
  listedOf,
  MALFORMED_NAMES,
  type RecordedView,
  SERVER_NAMES,
} from '../test/lib/client-views.js';
import { agentVersion, chosenAgents, installAgent } from './lib/agent-programs.js';
import { clientViewsPage } from './lib/client-views-page.js';

const { values } = parseArgs({
  options: { only: { type: 'string' }, cache: { type: 'string' }, kept: { type: 'boolean' } },
});
const root = resolve(import.meta.dirname, '..');
const cache = resolve(values.cache ?? join(homedir(), '.cache', 'mcptest-agents'));
const folderOfViews = join(root, 'fixtures', 'client-views');

/** Every request with tools, as it was read from the wire. */
const seen: WireTool[][] = [];
for (const format of [anthropic, openaiChat, openaiResponses, gemini]) {
  const read = format.read;
  format.read = (body, path) => {
    const request = read(body, path);
    seen.push(request.tools);
    return request;
  };
}

function suiteOf(name: AgentCli, servers: readonly string[]): object {
  const server = join(folderOfViews, 'server.mjs');
  return {
    servers: Object.fromEntries(servers.map((one) => [one, { command: ['node', server, one] }])),
    agents: [
      {
        name: 'view',
        agent: { cli: name },
        timeout: '240s',
        prompt: 'Get the order with the number seven.',
        script: [{ say: 'All is done.' }],
        expect: [{ final_response: { contains: 'All is done.' } }],
      },
    ],
  };
}

/** The tools of one request, and why there was none. */
async function presented(
  name: AgentCli,
  servers: readonly string[],
): Promise<{ tools: WireTool[]; why: string }> {
  const program = installAgent(cache, name);
  const folder = mkdtempSync(join(tmpdir(), 'client-views-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(folder, 'mcptest.yml'), JSON.stringify(suiteOf(name, servers)));
  seen.length = 0;
  try {
    const env = { PATH: process.env.PATH, HOME: home, TMPDIR: folder, [pathVariable(name)]: program };
    const { envelope } = await run({ paths: [join(folder, 'mcptest.yml')], cwd: folder, env });
    const why = envelope.results.flatMap(({ checks }) => checks.map(({ message }) => message)).join('; ');
    return { tools: seen.reduce((most, list) => (list.length > most.length ? list : most), []), why };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function record(name: AgentCli): Promise<RecordedView> {
  const { tools: all, why } = await presented(name, SERVER_NAMES);
  const tools = all.filter(isFromFixture);
  if (tools.length === 0) throw new Error(`no tool of the fixture was on the wire: ${why}`);
  console.log(`  ${name}: ${tools.length} tools of the fixture, ${all.length - tools.length} of its own`);
  const lists: RecordedView['lists'] = {};
  const together = (await presented(name, MALFORMED_NAMES)).tools;
  for (const server of MALFORMED_NAMES) {
    // An agent may give up where one server cannot be listed.
    const shown = together.length > 0 ? together : (await presented(name, [server])).tools;
    lists[server] = listedOf(shown, CLIENT_OF[name], server);
  }
  const version = agentVersion(cache, name);
  return { client: CLIENT_OF[name], package: KNOWN_AGENTS[name].package, version, lists, tools };
}

let differs = false;
const absent: string[] = [];
for (const name of chosenAgents(values.only)) {
  const file = join(folderOfViews, `${CLIENT_OF[name]}.json`);
  try {
    if (!values.kept) writeFileSync(file, `${JSON.stringify(await record(name), null, 1)}\n`);
  } catch (error) {
    absent.push(name);
    console.log(`? ${name} was not run: ${(error as Error).message}`);
    continue;
  }
  if (!existsSync(file)) continue;
  const view = JSON.parse(readFileSync(file, 'utf8')) as RecordedView;
  const found = compareView(view);
  const wrong = found.filter(({ how }) => how !== 'equal');
  if (wrong.length > 0) differs = true;
  console.log(`${wrong.length === 0 ? 'equal  ' : 'DIFFERS'} ${name} ${view.version}`);
  for (const { tool, about, how } of wrong) console.log(`    ${tool}: ${about}: ${how}`);
}
writeFileSync(join(root, 'docs', 'evidence', 'client-views.md'), clientViewsPage());
if (differs) process.exitCode = 1;
else if (absent.length > 0) process.exitCode = 3;
