import { agent, server } from 'mcptest/vitest';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NotesTools } from '../tools.js';

const command = ['node', '../notes.mjs'];

describe('notes', async () => {
  // Typed by `mcptest types notes > tools.d.ts`. It ends when the tests of this file have ended.
  const notes = await server<NotesTools>({ command });

  test('a note is added', async () => {
    const answer = await notes.call('add', { text: 'buy milk' });
    expect(answer).toReturnText(/number \d+: buy milk/);
    expect(answer).toMatchToolSchema();
    expect(answer.structured?.text).toBe('buy milk');
  });

  test('an empty note is refused', async () => {
    const answer = await notes.call('add', { text: ' ' });
    expect(answer).toBeToolError('needs words');
    expect(answer).not.toBeProtocolError();
  });

  test('has both tools', async () => {
    expect((await notes.tools()).map(({ name }) => name)).toEqual(['add', 'search']);
  });
});

test('a server of its own ends with its test', async () => {
  const notes = await server({ command });
  expect(await notes.call('search', { word: 'milk' })).toReturnText('No note');
});

describe('an agent', () => {
  let run: Awaited<ReturnType<typeof agent>>;
  beforeAll(async () => {
    run = await agent({
      servers: { notes: { command } },
      // Plays without a model; name one such as claude-sonnet-4-5 where there is a key.
      model: 'lexical',
      prompt: 'Add a note to the list: something to be remembered.',
      runs: 2,
      tool_selection: { expected_tool: 'notes.add', min_selection_rate: 1 },
    });
  });

  test('chooses the right tool', () => {
    expect(run).toPass();
    expect(run).toCallTool('notes.add');
    expect(run).not.toCallTool('notes.search');
    expect(run).toScore('tool_selection.selection_rate', 1);
  });
});
