/** Between an agent and its servers: what they tell it, who starts them, and what goes wrong on purpose. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claude, manifest, manifests, mock, project, runAgents, served, servers } from './lib/agents.js';
import { freePort } from './lib/free-port.js';
import { noneLeft } from './lib/processes.js';

describe('many servers at once', () => {
  it('start without a warning of Node', async () => {
    const names = ['store', 'mail', 'plain', 'files'];
    const cwd = project({
      ...Object.fromEntries(
        names.map((name) => [`${name}.json`, manifest(name, [{ name: `read_${name}` }])]),
      ),
      'mcptest.yml': {
        servers: servers(...names),
        agents: [{ name: 'reads', model: 'lexical', runs: 4, prompt: 'Read the mail.', stability: {} }],
      },
    });
    const { code, stderr } = await runAgents(cwd);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
  });
});

describe('what servers say about their use', () => {
  it('stands in the system prompt after the words of the test, for workers that of their own servers', async () => {
    const provider = await claude([
      { when: 'You sum up.', turns: [{ text: 'Two.' }] },
      { turns: [{ calls: [{ name: 'hand_off__helper', args: { task: 'Sum up.' } }] }, { text: 'Done.' }] },
    ]);
    const cwd = project({
      'store.json': manifest('store', [{ name: 'read' }], '  Read before you write.  '),
      'mail.json': manifest('mail', [{ name: 'send' }], 'Never send twice.'),
      'plain.json': manifest('plain', [{ name: 'look' }]),
      'mcptest.yml': {
        ...served(provider.url),
        servers: servers('store', 'mail', 'plain'),
        agents: [
          {
            name: 'is told',
            model: 'claude-sonnet-4-5',
            servers: ['mail', 'plain', 'store'],
            system_prompt: 'Be brief.',
            prompt: 'Mail it.',
            delegates: ['helper'],
            expect: [{ final_response: 'Done.' }],
          },
          { name: 'helper', servers: ['store'], prompt: 'You sum up.' },
          {
            name: 'is told nothing',
            model: 'claude-sonnet-4-5',
            servers: ['plain'],
            prompt: 'Look.',
            stability: {},
          },
          {
            name: 'does not listen',
            model: 'claude-sonnet-4-5',
            servers: ['mail'],
            system_prompt: 'Be brief.',
            server_instructions: false,
            prompt: 'Mail it.',
            stability: {},
          },
        ],
      },
    });
    const { code } = await runAgents(cwd, ['--concurrency', '1']);
    expect(code).toBe(0);
    const systems = provider.requests.map(({ body }) =>
      body.system?.map(({ text }: { text: string }) => text),
    );
    const own =
      'Be brief.\n\nInstructions of the server "mail":\nNever send twice.\n\n' +
      'Instructions of the server "store":\nRead before you write.';
    const helpers = 'Instructions of the server "store":\nRead before you write.';
    expect(systems).toEqual([[own], [helpers], [own], undefined, undefined, ['Be brief.'], ['Be brief.']]);
  });
});

describe('a server that the suite starts behind a URL', () => {
  it('is one process for all runs and tests; each run has a session of its own', async () => {
    const port = await freePort();
    const mark = randomUUID();
    const start = [...mock('tides.json').command, '--http', '--port', String(port)];
    const tides = { url: `http://127.0.0.1:${port}/mcp`, start, env: { MARK: mark } };
    const cwd = project({
      ...manifests({ tides: [{ name: 'get_tides', text: 'High water at 07:12.' }] }),
      'mcptest.yml': {
        servers: { tides },
        tools: [{ name: 'answers', tool: 'get_tides', args: { q: 'x' } }],
        agents: [
          {
            name: 'asks',
            model: 'scripted',
            prompt: 'When?',
            runs: 6,
            script: [{ call: 'tides.get_tides', args: { q: 'x' } }, { say: 'At 07:12.' }],
            tool_selection: { expected_tool: 'get_tides', min_selection_rate: 1 },
          },
        ],
      },
    });
    const { code, envelope, stderr } = await runAgents(cwd);
    expect(code, stderr).toBe(0);
    expect(envelope.summary).toMatchObject({ total: 7, passed: 7 });
    expect(envelope.provenance.servers).toMatchObject([{ name: 'tides', transport: 'http' }]);
    await noneLeft(mark);
  });
});

describe('faults between an agent and its server', () => {
  const tools = manifests({ store: [{ name: 'read', text: 'value' }] });
  const suite = (kind: string) => ({
    servers: servers('store'),
    agents: [
      {
        name: 'recovers',
        model: 'scripted',
        prompt: 'Read it.',
        faults: [{ kind, tool: 'read', after: 1, times: 1, ms: 1 }],
        script: [
          { call: 'store.read', args: { q: '1' } },
          { call: 'store.read', args: { q: '2' } },
          { call: 'store.read', args: { q: '3' } },
          { say: 'Read.' },
        ],
        recovery: { expect: [{ 'recovery.recovered': { '>=': 100 } }] },
      },
    ],
  });

  it.each([
    ['error', true, /temporarily unavailable/],
    ['timeout', true, /did not answer in time/],
    ['malformed', true, /could not be read/],
    ['disconnect', true, /closed the connection/],
    ['empty', false, /"content":\[\]/],
    ['slow', false, /value/],
  ])('%s is met at the second call and recovered from', async (kind, failed, result) => {
    const cwd = project({ ...tools, 'mcptest.yml': suite(kind) });
    const live = await runAgents(cwd, ['--record']);
    const { trace, figures, verdict } = live.envelope.results[0]!;
    expect(trace?.faults).toEqual([{ call: 1, kind }]);
    expect(trace?.calls.map(({ is_error }) => is_error)).toEqual([false, failed, false]);
    expect(JSON.stringify(trace?.calls[1]?.result)).toMatch(result);
    expect(figures['recovery.recovered']).toBe(100);
    expect(verdict).toBe('pass');
    const replay = await runAgents(cwd);
    expect(replay.envelope.summary.cached).toBe(1);
    expect(replay.envelope.results[0]?.figures).toEqual(figures);
    expect(replay.envelope.results[0]?.trace?.faults).toEqual(trace?.faults);
  });
});
