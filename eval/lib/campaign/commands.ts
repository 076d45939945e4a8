/** Every command that works for a while or writes, on one workspace, as the campaigns meet it. */
import { cpSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, root, workspace } from './command.js';

export interface CampaignCommand {
  name: string;
  args: string[];
  /** It serves until it is told to stop. */
  serves?: boolean;
  /** What is said to it on stdin, line by line. */
  says?: object[];
  /** It is over at once and starts nothing: there is no moment in it to kill. */
  quick?: boolean;
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'campaign', version: '1' } },
};
const call = (name: string, args: object = {}): object => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: args },
});
const server = join(root, 'fixtures/chaos-mcp/server.mjs');

/** Options that write the answer as JSON, to a file. */
const to = (file: string): string[] => ['--format', 'json', '--output', file];
const FROM = ['--from', 'tools.json'];
const STORE = ['--store', 'registry.db'];
const TALK = [HELLO, { jsonrpc: '2.0', method: 'notifications/initialized' }];

/** In the order of the help; a command that is missing fails a test. */
export const COMMANDS: CampaignCommand[] = [
  { name: 'run', args: ['run', '--reporter', 'json=report.json', '--reporter', 'junit=report.xml'] },
  { name: 'run --update-snapshots', args: ['run', '--update-snapshots'] },
  { name: 'record', args: ['record'] },
  { name: 'run --watch', args: ['run', '--watch'], serves: true },
  { name: 'audit', args: ['audit', 'chaos', ...to('audit.json')] },
  {
    name: 'init',
    args: ['init', '--output', 'first.yml', '--pass-env', 'CAMPAIGN_MARK', '--', process.execPath, server],
  },
  { name: 'doctor', args: ['doctor', 'chaos'] },
  { name: 'generate suite', args: ['generate', 'suite', 'chaos', '--output', 'made.yml', '--force'] },
  {
    name: 'generate suite --observe',
    args: ['generate', 'suite', 'chaos', '--observe', '--output', 'seen.yml'],
  },
  { name: 'generate conformance', args: ['generate', 'conformance', 'chaos', '--output', 'c.yml'] },
  { name: 'generate redteam', args: ['generate', 'redteam', ...FROM, '--output', 'r.yml'] },
  { name: 'generate eval', args: ['generate', 'eval', ...FROM, '--output', 'e.yml'] },
  { name: 'generate cases', args: ['generate', 'cases', ...FROM, '--output', 'cases.yaml'] },
  { name: 'validate', args: ['validate', ...to('valid.json')], quick: true },
  { name: 'mutate', args: ['mutate', ...to('mutate.json')] },
  {
    name: 'fuzz',
    args: ['fuzz', 'chaos', '--tool', 'echo', '--allow-writes', '--cases', '20', ...to('fuzz.json')],
  },
  { name: 'redteam', args: ['redteam', ...FROM, ...to('redteam.json')] },
  { name: 'load', args: ['load', 'chaos', 'echo', '--for', '1s', '--calls', '200', ...to('load.json')] },
  { name: 'mock', args: ['mock', '--tools-from', 'mock.yml'], serves: true, says: TALK },
  { name: 'mock --http', args: ['mock', '--tools-from', 'mock.yml', '--http'], serves: true },
  { name: 'conformance', args: ['conformance', 'chaos', '--allow-calls', 'echo', ...to('card.json')] },
  {
    name: 'conformance --update',
    args: ['conformance', 'chaos', '--only', 'C-LIST-*', '--baseline', 'baseline.yml', '--update'],
  },
  { name: 'tools', args: ['tools', 'chaos', ...to('list.json')] },
  { name: 'resources', args: ['resources', 'chaos', ...to('resources.json')] },
  { name: 'prompts', args: ['prompts', 'chaos', ...to('prompts.json')] },
  { name: 'capabilities', args: ['capabilities', 'chaos', ...to('able.json')] },
  { name: 'types', args: ['types', 'chaos', '--output', 'tools.d.ts'] },
  { name: 'call', args: ['call', 'chaos', 'slow', 'ms=300'] },
  { name: 'report', args: ['report', 'latest', '--format', 'html', '--output', 'page.html'], quick: true },
  { name: 'view', args: ['view', '--port', '0'], serves: true },
  { name: 'lint', args: ['lint', ...FROM, ...to('lint.json')] },
  { name: 'compat', args: ['compat', 'chaos', ...to('compat.json')] },
  { name: 'security', args: ['security', 'chaos', ...to('security.json')] },
  { name: 'tdqs score', args: ['tdqs', 'score', 'chaos', ...to('tdqs.json')] },
  { name: 'tdqs calibrate', args: ['tdqs', 'calibrate', ...to('calibrate.json')] },
  { name: 'tdqs ingest', args: ['tdqs', 'ingest', 'tools.json', ...STORE] },
  { name: 'tdqs sweep', args: ['tdqs', 'sweep', ...STORE] },
  { name: 'tdqs worker', args: ['tdqs', 'worker', ...STORE, '--every', '200ms'], serves: true },
  { name: 'tdqs export', args: ['tdqs', 'export', ...STORE, '--output', 'all.jsonl'] },
  { name: 'tdqs import', args: ['tdqs', 'import', 'kept.jsonl', '--store', 'other.db'] },
  { name: 'tdqs stats', args: ['tdqs', 'stats', ...STORE, ...to('stats.json')] },
  { name: 'tdqs show', args: ['tdqs', 'show', 'tools', ...STORE, ...to('show.json')], quick: true },
  { name: 'tdqs serve', args: ['tdqs', 'serve', ...STORE], serves: true },
  { name: 'tokens', args: ['tokens', 'chaos', ...to('tokens.json')] },
  { name: 'tool-bench run', args: ['tool-bench', 'run', 'bench.yml', ...to('bench.json')] },
  { name: 'tool-bench suggest', args: ['tool-bench', 'suggest', ...FROM, '--output', 'bench.yml'] },
  { name: 'improve', args: ['improve', 'get_thing_1', ...FROM, ...to('improve.json')] },
  { name: 'lock', args: ['lock', '--update'] },
  { name: 'diff', args: ['diff', 'tools.json', 'chaos', ...to('diff.json')] },
  {
    name: 'proxy',
    args: ['proxy', 'chaos', '--record', 'said.jsonl', '--name', 'chaos'],
    serves: true,
    says: [...TALK, call('echo', { text: 'hi' })],
  },
  {
    name: 'serve',
    args: ['serve', '--cassette', 'cassettes/says.json', '--name', 'chaos'],
    serves: true,
    says: [HELLO, call('echo', { text: 'hi' })],
  },
  { name: 'verify', args: ['verify', 'chaos', '--cassette', 'cassettes/says.json', ...to('verify.json')] },
  { name: 'score', args: ['score', '--trace', 'trace.json', '--reporter', 'json=scored.json'] },
  { name: 'plan-runs', args: ['plan-runs', '--floor', '0.9', '--output', 'plan.txt'], quick: true },
  {
    name: 'mcp-server',
    args: ['mcp-server', '--enable-writes'],
    serves: true,
    says: [...TALK, call('trigger_run')],
  },
  { name: 'mcp-server --http', args: ['mcp-server', '--http', '--port', '0'], serves: true },
  {
    name: 'mcp-server --install',
    args: ['mcp-server', '--install', '--install-path', 'settings.json'],
    quick: true,
  },
  { name: 'docs', args: ['docs', 'run'], quick: true },
  { name: 'schema', args: ['schema', 'suite', '--output', 'schema.json'], quick: true },
  { name: 'completion', args: ['completion', 'bash'], quick: true },
];

export const SUITE = {
  servers: {
    chaos: { command: [process.execPath, server], pass_env: ['CAMPAIGN_MARK'], request_timeout: '10s' },
  },
  tools: [
    { name: 'echoes', tool: 'echo', args: { text: 'hi' }, expect: [{ 'result.content[0].text': 'hi' }] },
    {
      name: 'keeps',
      tool: 'echo',
      args: { text: 'kept' },
      expect: [{ 'result.content': { snapshot: true } }],
    },
    { name: 'waits', tool: 'slow', args: { ms: 200 } },
  ],
  agents: [
    {
      name: 'says',
      model: 'scripted',
      prompt: 'Say it.',
      script: [{ call: 'chaos.echo', args: { text: 'hi' } }, { say: 'Done.' }],
      expect: [{ final_response: 'Done.' }],
    },
  ],
};

const MOCK = {
  mock_server: {
    name: 'm',
    tools: [{ name: 'look', description: 'Looks.', response: { content: [{ type: 'text', text: 'x' }] } }],
  },
};

/** What an agent said to a model. */
const TRACE = [
  { role: 'user', content: 'Say it.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'echo', arguments: '{"text":"hi"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'hi' },
  { role: 'assistant', content: 'Done.' },
];

/** A workspace in which everything has been done once: a run, a cassette, snapshots, a lock, a registry, a suite. */
export async function usedWorkspace(): Promise<string> {
  const tools = Array.from({ length: 60 }, (_, at) => ({
    name: `get_thing_${at}`,
    description: `Gets thing ${at} by its number. Use it when the number is known.`,
    inputSchema: { type: 'object', properties: { n: { type: 'integer', description: 'Which one' } } },
  }));
  const cwd = workspace({
    'mcptest.yml': SUITE,
    'mock.yml': MOCK,
    'tools.json': { tools },
    'trace.json': { messages: TRACE },
    'settings.json': '{\n  // mine\n  "mcpServers": {}\n}\n',
  });
  for (const name of [
    'run',
    'record',
    'lock',
    'generate suite',
    'tdqs ingest',
    'tdqs sweep',
    'tdqs export',
    'tool-bench suggest',
    'conformance --update',
  ]) {
    const { args } = COMMANDS.find((one) => one.name === name)!;
    const ended = await command(args, { cwd, limitMs: 120_000 });
    if (ended.code === 0 || name.startsWith('conformance')) continue;
    throw new Error(
      `${name} does not work by itself: ${ended.code} ${ended.stdout.slice(0, 500)}${ended.stderr}`,
    );
  }
  renameSync(join(cwd, 'all.jsonl'), join(cwd, 'kept.jsonl'));
  return cwd;
}

export function copyOf(template: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-campaign-'));
  cpSync(template, cwd, { recursive: true });
  return cwd;
}
