/** `offer_tools`: one server for rows that are each shown a few of its tools. */
import { expect, it } from 'vitest';
import { runFiles } from './lib/in-process.js';

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object' },
});
const FILES = {
  'tools.json': [tool('delete_note', 'Delete a note'), tool('add_note', 'Add a note'), tool('ping', 'Ping')],
};
const suiteOf = (cases: object[], more: object = {}) => ({
  servers: { notes: { command: ['mcptest', 'mock', '--tools-from', 'tools.json'] } },
  agents: [
    {
      name: 'requests',
      model: 'lexical',
      share_servers: true,
      prompt: '${case.prompt}',
      cases,
      ...more,
    },
  ],
});

it('shows each case the tools of its row, and counts what it was not shown as never offered', async () => {
  const prompt = 'Add a note';
  const { envelope } = await runFiles({
    ...FILES,
    'mcptest.yml': suiteOf(
      [
        { name: 'two', prompt, offer_tools: ['add_note', 'notes.ping'], expect_tools: 'add_note' },
        { name: 'one', prompt, offer_tools: 'delete_note', expect_tools: 'delete_note' },
        { name: 'all', prompt, expect_tools: 'add_note' },
      ],
      { dataset: { expect: [{ 'dataset.accuracy': 100 }] } },
    ),
  });
  const shown = envelope.results.map(({ trace }) => trace?.catalog?.notes?.map(({ name }) => name));
  expect(shown).toEqual([['add_note', 'ping'], ['delete_note'], ['delete_note', 'add_note', 'ping']]);
  expect(envelope.results.map(({ trace }) => trace?.calls[0]?.tool)).toEqual([
    'add_note',
    'delete_note',
    'add_note',
  ]);
  expect(envelope.verdict).toBe('pass');
  // The tools of the server are what they are, whatever a case is shown.
  expect(envelope.coverage?.tools[0]).toMatchObject({ total: 3, covered: 2 });
});

it('asks nobody where a case names a tool that is not there', async () => {
  const { envelope } = await runFiles({
    ...FILES,
    'mcptest.yml': suiteOf([
      { name: 'a', prompt: 'Add', offer_tools: ['add_note', 'add_notes'], expect_tools: 'add_note' },
    ]),
  });
  expect(envelope.verdict).toBe('inconclusive');
  const [row] = envelope.results;
  expect(row?.checks[0]?.message).toContain('no server of the test has add_notes');
  expect(row?.trace?.calls ?? []).toEqual([]);
});

it('a script that calls a tool of the server that was not offered is told that there is none', async () => {
  const { envelope } = await runFiles({
    ...FILES,
    'mcptest.yml': suiteOf(
      [{ name: 'a', prompt: 'Add', offer_tools: ['add_note'], expect_tools: 'add_note' }],
      {
        model: 'scripted',
        script: [{ call: 'notes.ping' }, { call: 'notes.add_note' }, { say: 'Done.' }],
        dataset: { expect: [{ 'dataset.hallucination': 50 }] },
      },
    ),
  });
  expect(envelope.datasets?.[0]).toMatchObject({ hallucination: 50, accuracy: 0, verdict: 'pass' });
});
