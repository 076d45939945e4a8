/** A folder in which the commands of the pages make sense: a server, suites, saved catalogues, runs and recordings. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitCommand } from '../../../src/target/split-command.js';
import { cli, codeCache, folder, root } from '../cli.js';
import { runInProcess } from '../in-process-command.js';
import { blocksOf, doAsSaid } from './tour.js';

const MANIFEST = `mock_server:
  name: weather
  version: 1.0.0
  tools:
    - name: get_forecast
      description: Gives the forecast of a city for the next days, as one line of text.
      annotations: { readOnlyHint: true }
      input_schema:
        type: object
        required: [city]
        properties:
          city: { type: string, description: The name of the city. }
          days: { type: integer, minimum: 1, maximum: 10, description: How many days ahead. }
      response: { content: [{ type: text, text: "Oslo: rain, 7 degrees" }] }
    - name: search
      description: Searches the names of all known cities and lists those that hold the text.
      annotations: { readOnlyHint: true }
      input_schema:
        type: object
        required: [query]
        properties:
          query: { type: string, description: A part of the name. }
      response: { content: [{ type: text, text: "Oslo, Bergen" }] }
  resources:
    - { uri: "weather://cities", name: cities, mimeType: text/plain, text: "Oslo" }
  prompts:
    - name: plan_trip
      description: Plans a trip.
      messages: [{ role: user, content: { type: text, text: Plan a trip. } }]
`;

const test = (name: string, more: object = {}) => ({
  name,
  server: 'weather',
  tool: 'get_forecast',
  args: { city: 'Oslo' },
  expect: [{ 'result.content[0].text': { contains: 'rain' } }],
  ...more,
});

const SUITE = {
  servers: { weather: { command: ['node', 'server.js'] }, notes: { command: ['node', 'server.js'] } },
  tools: [
    test('a forecast for oslo', { tags: ['smoke'] }),
    test('reads it back'),
    test('writes it'),
    test('a test that wobbles'),
    test('reads a file'),
    test('a second file is read'),
  ],
};

const AGENT_SUITE = {
  servers: { weather: { command: ['node', 'server.js'] } },
  agents: [
    {
      name: 'weather selection',
      model: 'lexical',
      prompt: 'Give me the forecast of the city Oslo for the next days',
      tool_selection: { expected_tool: 'get_forecast', min_selection_rate: 0.5 },
    },
  ],
};

const tool = (name: string, description: string) => ({
  name,
  description,
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: { query: { type: 'string', maxLength: 100, description: 'The words to look for.' } },
  },
});
const TOOLS = JSON.stringify({
  tools: [
    tool('get_forecast', 'Gives the forecast.'),
    tool('op_one', 'Searches all cities by a part of their name and returns a list of names, best first.'),
    tool('op_two', 'Finds storms near a city by name and returns their tracks as a list of points.'),
  ],
});

const BENCH = `catalog_path: tools.json
intents:
  - { query: search cities by a part of their name, gold: op_one }
  - { query: find storms near a city, gold: op_two }
mutations:
  - { tool: op_two, kind: blank }
`;

const TRACE = JSON.stringify({
  prompt: 'Will it rain?',
  calls: [{ server: 'weather', tool: 'get_forecast', args: { city: 'Oslo' }, result: { content: [] } }],
  final_response: 'It rains.',
});

export interface World {
  dir: string;
  sh(line: string, until?: RegExp): Promise<{ code: number | null; said: string }>;
}

/** `page` decides what the files are that several pages call by the same name. */
export function worldOf(page: string): World {
  const dir = folder({
    'weather.yml': MANIFEST,
    'tools.yml': MANIFEST,
    'home.mcp.json': JSON.stringify({ mcpServers: { weather: { command: 'node', args: ['server.js'] } } }),
    'tools.json': TOOLS,
    'a.json': TOOLS,
    'b.json': TOOLS,
    'before.json': TOOLS,
    'after.json': TOOLS,
    'bench.yml': BENCH,
    'agents-suite.yml': JSON.stringify(AGENT_SUITE),
    'ci.env': 'WEATHER_TOKEN=something\n',
    'my-clients.json': JSON.stringify({ version: 1, clients: [] }),
    'catalogues.jsonl': `${TOOLS}\n`,
    'catalogs.jsonl': `${TOOLS}\n`,
    't.json': TRACE,
    't.jsonl': TRACE,
    'before-trace.json': TRACE,
    'run-1.json': TRACE,
    'run-2.json': TRACE,
  });
  for (const block of blocksOf('example-folder.md')) doAsSaid(dir, block);
  for (const below of ['tests', 'out', 'report', 'catalogs', 'bin', 'home']) mkdirSync(join(dir, below));
  const tests = {
    ...SUITE,
    servers: { weather: { command: ['node', '../server.js'] }, notes: { command: ['node', '../server.js'] } },
  };
  writeFileSync(join(dir, 'tests/a.mcptest.yml'), JSON.stringify(tests));
  writeFileSync(join(dir, 'catalogs/a.json'), TOOLS);
  const agents = /scor|otlp|traces/.test(page);
  writeFileSync(join(dir, 'suite.yml'), JSON.stringify(agents ? AGENT_SUITE : SUITE));
  if (page === 'docs/mocks.md') for (const block of blocksOf('mocks.md')) doAsSaid(dir, block);
  if (/scoring/.test(page)) for (const block of blocksOf('scoring-traces.md')) doAsSaid(dir, block);
  if (page.includes('agent')) writeFileSync(join(dir, 'mcptest.yml'), JSON.stringify(AGENT_SUITE));
  const shim = (name: string, text: string): void => {
    writeFileSync(join(dir, 'bin', name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(dir, 'bin', name), 0o755);
  };
  shim('mcptest', `exec "${process.execPath}" "${cli}" "$@"`);
  // `npx -y some-mcp-server` is the server, `npx mcptest` and `npx -y mcptest` are mcptest.
  shim(
    'npx',
    '[ "$1" = -y ] && shift\n[ "$1" = mcptest ] && shift && exec mcptest "$@"\nexec node server.js',
  );
  const [, example] = /^examples\/([\w-]+)\/README\.md$/.exec(page) ?? [];
  if (example) cpSync(join(root, 'examples', example), join(dir, 'examples', example), { recursive: true });
  const inside = (line: string): string =>
    example && !line.includes('examples/') ? join(dir, 'examples', example) : dir;
  const env = {
    PATH: `${join(dir, 'bin')}:${process.env.PATH}`,
    HOME: join(dir, 'home'),
    XDG_CACHE_HOME: codeCache,
    NO_COLOR: '1',
    MCP_TOKEN: 'token-of-a-page',
    WEB_TOKEN: 'token-of-a-page',
    API_KEY: 'key-of-a-page',
  };
  return { dir, sh: (line, until) => typed({ line, cwd: inside(line), env, until }) };
}

/** What a line takes for granted, made in the way that its page says. */
export const FIRST: [RegExp, string][] = [
  [/score suite\.yml --trace run-1/, 'cp agents-suite.yml suite.yml'],
  [/score --trace t\.json/, 'cp agents-suite.yml mcptest.yml'],
  [
    /completion (bash|fish)/,
    'mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions',
  ],
  [/view run\.json/, 'mcptest run --quiet --reporter json --output run.json'],
  [
    /--merge shard-1\.json shard-2\.json --/,
    'for i in 1 2; do mcptest run tests --quiet --shard $i/2 --reporter json=shard-$i.json; done',
  ],
  [/tdqs score weather --compare base\.json/, 'mcptest tdqs score weather --format json > base.json'],
  [/lock --check|diff mcptest\.lock|--lock mcptest\.lock|lock weather --update/, 'mcptest lock --update'],
  [/tdqs (stats|show|serve|sweep|export)/, 'mcptest tdqs ingest -- node server.js && mcptest tdqs sweep'],
  [/--run latest|report latest|--last-failed/, 'mcptest run --quiet'],
  [/^(npx )?mcptest init\b/, 'rm -f mcptest.yml .github/workflows/mcptest.yml && cp home.mcp.json .mcp.json'],
];

/** Lines of the reference stand alone; what another page makes in the lines before is made here. */
export const FIRST_IN_REFERENCE: [RegExp, string][] = [
  [/--compare main\.json/, 'mcptest audit --format json --output main.json -- node server.js'],
  [
    /report run\.json --compare base\.json/,
    'mcptest run --quiet --reporter json --output base.json && mcptest run --quiet --reporter json --output run.json',
  ],
  [/^mcptest report run\.json --format/, 'mcptest run --quiet --reporter json --output run.json'],
  [/^mcptest lock -- npx/, 'rm -f mcptest.lock'],
];

interface Typed {
  line: string;
  cwd: string;
  env: Record<string, string | undefined>;
  /** The command is stopped once it said that. */
  until?: RegExp;
}

/** The command and its words: nothing that a shell would expand, redirect or chain. */
const PLAIN = /^(?:npx (?:-y )?)?mcptest (?!.*[|<>&;$`*?~(){}[\]!])/;

async function typed({ line, cwd, env, until }: Typed): Promise<{ code: number | null; said: string }> {
  if (until) return shell({ line: `exec ${line}`, cwd, env, until });
  let said = '';
  for (const part of line.split(' && ')) {
    const ended = await (PLAIN.test(part) ? command(part, cwd, env) : shell({ line: part, cwd, env }));
    said += ended.said;
    if (ended.code !== 0) return { code: ended.code, said };
  }
  return { code: 0, said };
}

async function command(
  line: string,
  cwd: string,
  env: Typed['env'],
): Promise<{ code: number; said: string }> {
  const args = splitCommand(line.replace(PLAIN, ''));
  const { code, stdout, stderr } = await runInProcess({ cli, args, cwd, env });
  return { code, said: stdout + stderr };
}

function shell({ line, cwd, env, until }: Typed): Promise<{ code: number | null; said: string }> {
  return new Promise((done) => {
    const child = spawn('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      if (until?.test(said)) child.kill('SIGTERM');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => done({ code, said }));
  });
}
