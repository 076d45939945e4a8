import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agent, expect, server } from 'mcptest/node-test';

const command = ['node', '../notes.mjs'];

describe('notes', async () => {
  // It ends when all tests of this file have ended.
  const notes = await server({ command });

  test('a note is added', async () => {
    const answer = await notes.call('add', { text: 'buy milk' });
    expect(answer).toReturnText(/number \d+: buy milk/);
    expect(answer).toMatchToolSchema();
    assert.deepEqual(answer.structured, { id: 1, text: 'buy milk' });
  });

  test('an empty note is refused', async () => {
    const answer = await notes.call('add', { text: ' ' });
    expect(answer).toBeToolError('needs words');
    expect(answer).not.toBeProtocolError();
  });
});

test('a server of its own ends with its test', async (t) => {
  const notes = await server({ command });
  t.after(notes.close);
  expect(await notes.call('search', { word: 'milk' })).toReturnText('No note');
});

test('an agent chooses the right tool', async () => {
  const run = await agent({
    servers: { notes: { command } },
    // Plays without a model; name one such as claude-sonnet-4-5 where there is a key.
    model: 'lexical',
    prompt: 'Add a note to the list: something to be remembered.',
    runs: 2,
    tool_selection: { expected_tool: 'notes.add', min_selection_rate: 1 },
  });
  expect(run).toPass();
  expect(run).toCallTool('notes.add');
  expect(run).toScore('tool_selection.selection_rate', 1);
});
