/**
 * Every block that an agent test can have, as a suite, with the scripted driver and with Claude over its
 * wire format: equal verdicts and figures, and the model was told what its servers have.
 */
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type LoopbackProvider, type SeenRequest, startProvider } from '../fixtures/provider/loopback.js';
import { playScripts } from '../fixtures/provider/puppet.js';
import type { Script } from '../src/types/driver.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { type AgentRan, runAgents, write } from './lib/agents.js';
import { mcptest, root } from './lib/cli.js';

const SUITES = join(root, 'fixtures/agent-suites');

interface Case {
  suite: string;
  runs: number;
  /** Figures of all runs together, whichever model. */
  figures: Record<string, number>;
  /** Lines on stderr. */
  says?: Record<'scripted' | 'claude', string>;
  claude?: Record<string, number>;
  distractors?: string[];
  /** What some run calls, in order, and the last thing that it reads. */
  calls: string[];
  reads: string;
}

const CASES: Case[] = [
  {
    suite: 'equal-function-sets',
    runs: 1,
    figures: { 'tool_selection.f1': 100, 'tool_selection.precision': 100, 'tool_selection.recall': 100 },
    calls: ['atlas__lookup', 'reader__open_page'],
    reads: 'p7: built in 1887.',
  },
  {
    suite: 'tool-selection',
    runs: 10,
    figures: { 'tool_selection.selection_rate': 0.8, 'tool_selection.pass_k': 0.8 },
    says: {
      scripted: '[PASS] tide selection: selection 8/10 (80%), pass^k 80%, tokens 98 median / 98 max',
      claude: '[PASS] tide selection: selection 8/10 (80%), pass^k 80%, tokens 220 median / 220 max',
    },
    calls: ['tides__get_tides'],
    reads: 'Bristol: high water 07:12.',
  },
  {
    suite: 'distractors-catalog',
    runs: 4,
    figures: {
      'distractors.accuracy': 100,
      'distractors.chose_distractor': 0,
      'distractors.certified_lower': 47,
    },
    distractors: ['get_current_weather', 'convert_currency', 'create_calendar_event', 'send_email'],
    calls: ['museum__search_exhibits'],
    reads: 'whaling: 12, 40',
  },
  {
    suite: 'distractors-near-duplicate',
    runs: 1,
    figures: { 'distractors.accuracy': 100, 'distractors.certified_lower': 5 },
    distractors: ['search_exhibits_v2', 'get_exhibit_v2', 'search_exhibits_internal'],
    calls: ['museum__search_exhibits', 'museum__get_exhibit'],
    reads: '12: harpoon, 1841',
  },
  {
    suite: 'distractors-certified',
    runs: 6,
    figures: {
      'distractors.accuracy': 67,
      'distractors.chose_distractor': 2,
      'distractors.certified_lower': 27,
    },
    distractors: [
      'get_current_weather',
      'convert_currency',
      'create_calendar_event',
      'send_email',
      'geocode_address',
      'search_flights',
      'search_songs',
      'find_recipes',
    ],
    calls: ['museum__search_exhibits'],
    reads: 'whaling: 12, 40',
  },
  {
    suite: 'name-free-discovery',
    runs: 5,
    figures: {
      'tool_selection.recall': 100,
      'orchestration.discovery': 100,
      'orchestration.parameterization': 100,
      'orchestration.syntax': 100,
      'orchestration.error_recovery': 100,
      'orchestration.efficiency': 67,
      'discovery.leaks': 0,
    },
    calls: ['almanac__search', 'stacks__fetch', 'stacks__get'],
    reads: 'Text of page-9.',
  },
  {
    suite: 'token-efficiency',
    runs: 3,
    figures: {
      'token_efficiency.f1': 100,
      'token_efficiency.correct_selections': 6,
      'token_efficiency.tool_surface_tokens': 109,
      'token_efficiency.tokens_per_correct': 18.17,
    },
    // Nine turns of 100 tokens read and 10 written, at 3 and 15 dollars a million.
    claude: { 'token_efficiency.cost': 0.00405, 'token_efficiency.cost_per_correct': 0.000675 },
    calls: ['records-desk__search', 'records-desk__fetch'],
    reads: 'r-2: earned 1200.',
  },
  {
    suite: 'tool-edges',
    runs: 1,
    figures: {
      'edges.restricted_attempts': 0,
      'edges.allowed_pct': 100,
      'edges.delegation_pct': 0,
      'edges.gate_passed': 1,
    },
    calls: ['yard__find_boats', 'yard__write_list'],
    reads: 'written',
  },
];

interface SuiteText {
  servers: Record<string, { command: string[] }>;
  agents: [{ prompt: string; servers: string[]; script?: Script; scripts?: Script[] }];
}

function workspace(suite: string): { cwd: string; text: string; read: SuiteText } {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-suites-'));
  cpSync(SUITES, cwd, { recursive: true });
  const text = readFileSync(join(SUITES, `${suite}.yml`), 'utf8');
  return { cwd, text, read: parse(text) };
}

const figuresOf = ({ groups }: RunEnvelope) => groups![0]!.figures;

function judged({ code, envelope, stderr }: AgentRan, { runs, figures }: Case): void {
  expect(code, stderr).toBe(0);
  expect(envelope.summary).toMatchObject({ total: runs, passed: runs, gates_failed: 0 });
  expect(figuresOf(envelope)).toMatchObject(figures);
}

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

describe.each(CASES)('$suite', (one) => {
  it('runs with the scripted driver', async () => {
    const { cwd } = workspace(one.suite);
    const ran = await runAgents(cwd, [`${one.suite}.yml`, '--models', 'scripted']);
    judged(ran, one);
    if (one.says) expect(ran.stderr).toContain(one.says.scripted);
    if (one.claude)
      expect(Object.keys(figuresOf(ran.envelope))).not.toContain('token_efficiency.cost_per_correct');
  });

  it('runs with Claude, which is told of the tools and reads what they return', async () => {
    const { cwd, text, read } = workspace(one.suite);
    const [agent] = read.agents;
    const provider = await startProvider('anthropic', playScripts(agent.scripts ?? [agent.script!]));
    providers.push(provider);
    const model = { base_url: provider.url, price: { input: 3, output: 15 } };
    write(cwd, 'models.yml', { models: { 'claude-sonnet-4-5': model } });
    write(cwd, `${one.suite}.yml`, `imports: [models.yml]\n${text}`);
    const ran = await runAgents(cwd, [`${one.suite}.yml`]);
    judged(ran, one);
    if (one.says) expect(ran.stderr).toContain(one.says.claude);
    for (const [target, value] of Object.entries(one.claude ?? {}))
      expect(figuresOf(ran.envelope)[target]).toBeCloseTo(value, 9);
    expect(ran.envelope.provenance.models).toEqual(['claude-sonnet-4-5']);
    checkWire(provider.requests, one, read, cwd);
  });
});

function checkWire(
  requests: SeenRequest[],
  one: Case,
  { servers, agents: [agent] }: SuiteText,
  cwd: string,
): void {
  const real = agent.servers.flatMap((server) => {
    const file = servers[server]!.command.at(-1)!;
    const { mock_server } = parse(readFileSync(join(cwd, file), 'utf8'));
    return mock_server.tools.map((tool: Record<string, unknown>) => ({
      name: `${server}__${tool.name}`,
      description: tool.description,
      input_schema: tool.input_schema,
    }));
  });
  const added = (one.distractors ?? []).map((name) => `${agent.servers[0]}__${name}`);
  const talks: { calls: string[]; reads: unknown }[] = [];
  for (const { path, headers, body } of requests) {
    expect([path, headers['x-api-key']]).toEqual(['/v1/messages', '<key>']);
    expect(headers['anthropic-version']).toBeDefined();
    expect(body.model).toBe('claude-sonnet-4-5');
    expect(body.messages[0].content[0].text).toBe(agent.prompt);
    expect(body.tools).toHaveLength(real.length + added.length);
    expect(body.tools).toEqual(expect.arrayContaining(real));
    expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(added));
    const parts = body.messages.flatMap(({ content }: { content: Part[] }) => content) as Part[];
    const calls = parts.filter(({ type }) => type === 'tool_use');
    const results = parts.filter(({ type }) => type === 'tool_result');
    expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(calls.map(({ id }) => id));
    talks.push({ calls: calls.map(({ name }) => name!), reads: results.at(-1)?.content });
  }
  expect(talks).toContainEqual({ calls: one.calls, reads: one.reads });
  const first = requests.filter(({ body }) => body.messages.length === 1);
  expect(first).toHaveLength(one.runs);
}

interface Part {
  type: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  content?: unknown;
}

describe('tool-quality', () => {
  it('needs no model at all', async () => {
    const { cwd } = workspace('tool-quality');
    const { code, stdout, stderr } = await mcptest(['run', 'tool-quality.yml', '--reporter', 'json'], {
      cwd,
    });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).results.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'pass',
      'pass',
    ]);
  });
});
