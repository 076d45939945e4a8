/** Tool names that no server has, in a run and in scoring: told before a model is asked, and never green. */
import { describe, expect, it } from 'vitest';
import { claude, forbidden, manifests, project, runAgents, served, servers, write } from './lib/agents.js';
import { mcptest } from './lib/cli.js';

const files = manifests({ shop: [{ name: 'search' }, { name: 'refund' }] });
const agent = (keys: object) => ({
  name: 'asks',
  model: 'claude-sonnet-4-5',
  prompt: 'Find it.',
  ...keys,
});

describe('names that no server has', () => {
  it('fail the test before a model is asked', async () => {
    const provider = await claude([{ turns: [{ text: 'Done.' }] }]);
    const cwd = project({
      ...files,
      'mcptest.yml': {
        ...served(provider.url),
        servers: servers('shop'),
        agents: [
          agent({ tool_edges: { restricted: ['serch'], allowed: ['refnd'] } }),
          agent({ name: 'floor', runs: 2, tool_selection: { expected_tool: 'buy', min_selection_rate: 0 } }),
        ],
      },
    });
    const { code, envelope } = await runAgents(cwd);
    expect(code).toBe(1);
    expect(provider.requests).toHaveLength(0);
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
    expect(envelope.results[0]?.checks.map(({ message }) => message)).toEqual([
      'no server of this test has a tool refnd: did you mean refund?',
      'no server of this test has a tool serch: did you mean search?',
    ]);
    expect(envelope.results[1]?.checks[0]?.message).toBe(
      'no server of this test has a tool buy: there are search, refund',
    );
  });

  it('are a note in a policy, and distractors are tools', async () => {
    const cwd = project({
      ...files,
      'mcptest.yml': {
        servers: servers('shop'),
        agents: [
          agent({
            model: 'scripted',
            script: [{ call: 'shop.search', args: { q: 'x' } }, { say: 'Done.' }],
            tool_edges: { restricted: ['drop_tables', 'send_email'] },
            distractors: { counts: [0, 4], source: { from: 'catalog' }, correct: ['search'] },
          }),
        ],
      },
    });
    const { code, envelope } = await runAgents(cwd);
    expect(code).toBe(0);
    for (const { notes } of envelope.results)
      expect(notes?.filter((note) => note.startsWith('tool_edges'))).toEqual([
        'tool_edges.restricted names drop_tables, and no server of this test has such a tool',
      ]);
  });

  it('fail a replay, and a trace that is scored with a catalogue', async () => {
    const suite = (restricted: string[]) => ({
      servers: servers('shop'),
      agents: [agent({ model: 'scripted', script: [{ say: 'Done.' }], tool_edges: { restricted } })],
    });
    const cwd = project({ ...files, 'mcptest.yml': suite(['refund']) });
    expect((await runAgents(cwd, ['--record'])).code).toBe(0);
    write(cwd, 'mcptest.yml', suite(['refunt']));
    write(cwd, 'trace.json', { calls: [] });
    write(cwd, 'tools.json', { tools: [{ name: 'refund', inputSchema: { type: 'object' } }] });
    const replayed = await runAgents(cwd, [], forbidden);
    expect(replayed.envelope.provenance.mode).toBe('replay');
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain('did you mean refund?');
    const scored = await mcptest(['score', '--trace', 'trace.json', '--from', 'tools.json'], { cwd });
    expect(scored.code).toBe(1);
    expect(scored.stdout).toContain('did you mean refund?');
  });
});
