/** Every command that works for a while or writes, on one workspace, as the campaigns meet it. */
import { cpSync, mkdtempSync } from 'node:fs';
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
const target = ['--', process.execPath, server];

export const COMMANDS: CampaignCommand[] = [
  { name: 'run', args: ['run', '--reporter', 'json=report.json', '--reporter', 'junit=report.xml'] },
  { name: 'run --update-snapshots', args: ['run', '--update-snapshots'] },
  { name: 'run --watch', args: ['run', '--watch'], serves: true },
  { name: 'record', args: ['record'] },
  { name: 'mutate', args: ['mutate', '--format', 'json', '--output', 'mutate.json'] },
  {
    name: 'conformance',
    args: ['conformance', 'chaos', '--allow-calls', 'echo', '--format', 'json', '--output', 'card.json'],
  },
  {
    name: 'conformance --update',
    args: ['conformance', 'chaos', '--only', 'C-LIST-*', '--baseline', 'baseline.yml', '--update'],
  },
  {
    name: 'fuzz',
    args: [
      'fuzz',
      'chaos',
      '--tool',
      'echo',
      '--allow-writes',
      '--cases',
      '20',
      '--format',
      'json',
      '--output',
      'fuzz.json',
    ],
  },
  {
    name: 'load',
    args: [
      'load',
      'chaos',
      'echo',
      '--for',
      '1s',
      '--calls',
      '200',
      '--format',
      'json',
      '--output',
      'load.json',
    ],
  },
  {
    name: 'redteam',
    args: ['redteam', '--from', 'tools.json', '--format', 'json', '--output', 'redteam.json'],
  },
  { name: 'generate suite', args: ['generate', 'suite', 'chaos', '--output', 'made.yml'] },
  { name: 'doctor', args: ['doctor', 'chaos'] },
  { name: 'lint', args: ['lint', '--from', 'tools.json', '--format', 'json', '--output', 'lint.json'] },
  { name: 'security', args: ['security', 'chaos', '--format', 'json', '--output', 'security.json'] },
  { name: 'tdqs score', args: ['tdqs', 'score', 'chaos', '--format', 'json', '--output', 'tdqs.json'] },
  { name: 'tdqs ingest', args: ['tdqs', 'ingest', 'tools.json', '--store', 'registry.db'] },
  { name: 'tdqs sweep', args: ['tdqs', 'sweep', '--store', 'registry.db'] },
  { name: 'lock', args: ['lock', '--update'] },
  { name: 'call', args: ['call', 'slow', 'ms=300', ...target] },
  { name: 'view', args: ['view', '--port', '0'], serves: true },
  { name: 'mock --http', args: ['mock', '--tools-from', 'mock.yml', '--http'], serves: true },
  {
    name: 'mcp-server',
    args: ['mcp-server', '--enable-writes'],
    serves: true,
    says: [HELLO, { jsonrpc: '2.0', method: 'notifications/initialized' }, call('trigger_run')],
  },
  {
    name: 'proxy',
    args: ['proxy', '--record', 'said.jsonl', '--name', 'chaos', ...target],
    serves: true,
    says: [HELLO, { jsonrpc: '2.0', method: 'notifications/initialized' }, call('echo', { text: 'hi' })],
  },
  {
    name: 'serve',
    args: ['serve', '--cassette', 'cassettes/says.json', '--name', 'chaos'],
    serves: true,
    says: [HELLO, call('echo', { text: 'hi' })],
  },
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

/** A workspace in which everything has been done once: a run, a cassette, snapshots, a lock, a registry, a suite. */
export async function usedWorkspace(): Promise<string> {
  const tools = Array.from({ length: 60 }, (_, at) => ({
    name: `get_thing_${at}`,
    description: `Gets thing ${at} by its number. Use it when the number is known.`,
    inputSchema: { type: 'object', properties: { n: { type: 'integer', description: 'Which one' } } },
  }));
  const cwd = workspace({ 'mcptest.yml': SUITE, 'mock.yml': MOCK, 'tools.json': { tools } });
  for (const name of [
    'run',
    'record',
    'lock',
    'generate suite',
    'tdqs ingest',
    'tdqs sweep',
    'conformance --update',
  ]) {
    const { args } = COMMANDS.find((one) => one.name === name)!;
    const ended = await command(args, { cwd, limitMs: 120_000 });
    if (ended.code === 0 || name.startsWith('conformance')) continue;
    throw new Error(
      `${name} does not work by itself: ${ended.code} ${ended.stdout.slice(0, 500)}${ended.stderr}`,
    );
  }
  return cwd;
}

export function copyOf(template: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-campaign-'));
  cpSync(template, cwd, { recursive: true });
  return cwd;
}
