import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, shelf } from '../../test/lib/cli.js';
import { type ProposeInput, proposeAssertions } from './propose.js';

const at = (file: string) => join(root, 'fixtures/thermometer-mcp', file);
const command = ['node', at('server.mjs'), at('mended.mjs')];

async function propose(input: ProposeInput) {
  const { result, poisoned, closing } = await proposeAssertions(input);
  await closing;
  return { ...result, poisoned };
}

it('calls what only reads twice, and leaves out what does not stay', async () => {
  const made = await propose({ command, tool: 'get_reading' });
  expect(made).toMatchObject({ calls_made: 2, excluded_volatile: ['result.structuredContent.serial'] });
  expect(await made.poisoned()).toEqual({});
});

it('calls what may change something once, and says why', async () => {
  const made = await propose({ command: shelf, tool: 'lend_book', args: { title: 'Emma' } });
  expect(made.calls_made).toBe(1);
  expect(made.test).toContain('title: "Emma"');
  expect(made.notes.join()).toContain('called once');
});

it('destroys nothing unless told to', async () => {
  await expect(propose({ command, tool: 'delete_log' })).rejects.toMatchObject({
    code: 'destructive-refused',
    hint: expect.stringContaining('execute_destructive'),
  });
});

it('knows which tool was probably meant', async () => {
  await expect(propose({ command: shelf, tool: 'find_bok' })).rejects.toMatchObject({
    code: 'unknown-tool',
    hint: 'did you mean `find_book`?',
  });
});

it('says how strong the proposal is, measured on what was observed', async () => {
  const made = await propose({ command, tool: 'get_reading' });
  expect(made.strength?.rate).toBeGreaterThan(0.7);
  expect(made.notes.join()).not.toContain('strength');
  const once = await propose({ command, tool: 'get_reading', single_call: true });
  expect(once.strength?.rate).toBeLessThan(made.strength?.rate ?? 0);
});

it('says what would make a weak proposal strong', async () => {
  const made = await propose({ command: shelf, tool: 'lend_book', args: { title: 'Emma' } });
  expect(made.strength?.rate).toBeLessThan(0.5);
  expect(made.notes.at(-1)).toMatch(
    /^strength \d+ %: \d+ of \d+ .*which is weak; a second call .*; add for example `- result/,
  );
});

it.each([
  ['content-wrong', 'result.content is "hi" and not a list'],
  ['unknown-content', 'has the type "smell"'],
  ['structured-wrong', 'not valid under the outputSchema of the tool: /said is 5'],
  ['structured-missing', 'its result has no structuredContent'],
])('does not propose what is wrong without a word: %s', async (fault, said) => {
  const chaos = ['node', join(root, 'fixtures/chaos-mcp/server.mjs'), '--fault', fault];
  const { notes } = await propose({ command: chaos, tool: 'echo', args: { text: 'hi' } });
  expect(notes.filter((note) => note.startsWith('the server is at fault'))).toEqual([
    expect.stringContaining(said),
  ]);
});

it('has nothing against a server that is honest', async () => {
  const { notes } = await propose({ command, tool: 'get_reading' });
  expect(notes.join()).not.toContain('at fault');
});
