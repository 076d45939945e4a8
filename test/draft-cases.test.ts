/** `generate cases --model`: a model in its wire format on loopback drafts, and what it says is a stranger's text. */
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type LoopbackProvider, type Reply, startProvider } from '../fixtures/provider/loopback.js';
import { scaffoldCases } from '../src/verbs/generate.js';
import { folder } from './lib/cli.js';

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
});
const TOOLS = [
  tool('add_note', 'Add a note'),
  tool('search_notes', 'Search the notes'),
  tool('drop_all', 'Drop all'),
];
const ANSWERS: Record<string, string[]> = {
  add_note: [
    'Write down "buy milk" for me',
    'Keep this in mind for me',
    'Call add_note now',
    'Find it again',
    'add_note',
  ],
  search_notes: [
    'Where did I put the shopping list?',
    'Find it again',
    'Which of them is about tea?',
    'What was it?',
    'What was it?',
  ],
};

let provider: LoopbackProvider | undefined;
afterEach(() => provider?.close());

async function drafted(answer: (name: string) => Reply) {
  provider = await startProvider('openai-chat', ({ body }) => {
    const asked = JSON.stringify(body.messages);
    return answer(nameIn(asked));
  });
  const cwd = folder({ 'tools.json': JSON.stringify({ tools: TOOLS }) });
  const made = await scaffoldCases({ cwd, from: 'tools.json', model: 'local', base_url: provider.url });
  await made.closing;
  return made.result;
}

/** The tool that the request is about stands first. */
function nameIn(asked: string): string {
  const places = TOOLS.map(({ name }) => [asked.indexOf(name), name] as const).filter(([at]) => at >= 0);
  return places.sort(([a], [b]) => a - b)[0]?.[1] ?? '';
}

it('keeps each request once, without names of tools, as a draft', async () => {
  const { suite, notes, tools_covered } = await drafted((name) =>
    name === 'drop_all'
      ? { text: 'I would rather not.' }
      : { text: JSON.stringify({ requests: ANSWERS[name] }) },
  );
  const rows = parse(suite) as { prompt: string; expect_tools: string[]; level: number; draft: boolean }[];
  expect(rows.map(({ prompt, expect_tools, level }) => [expect_tools[0], level, prompt])).toEqual([
    ['add_note', 1, 'Write down "buy milk" for me'],
    ['add_note', 2, 'Keep this in mind for me'],
    ['add_note', 3, expect.stringMatching(/^Call .*now$/)],
    ['search_notes', 1, 'Where did I put the shopping list?'],
    ['search_notes', 3, 'Which of them is about tea?'],
    ['search_notes', 4, 'What was it?'],
  ]);
  expect(suite).not.toMatch(/prompt": "[^"]*(?:add_note|search_notes)/);
  expect(rows.every(({ draft }) => draft)).toBe(true);
  expect(tools_covered).toBe(2);
  const said = notes.join('\n');
  expect(said).toContain('drop_all has no request');
  expect(said).toContain('2 requests left out: they fit several tools alike');
  expect(said).toContain('every request is a draft of local');
});

it('writes nothing where the model says nothing usable', async () => {
  await expect(drafted(() => ({ text: 'no' }))).rejects.toMatchObject({ code: 'no-drafts', exitCode: 3 });
});

it.each(['nope', 'lexical'])('names no stand-in as the next step where --model is %s', async (model) => {
  const cwd = folder({ 'tools.json': JSON.stringify({ tools: TOOLS }) });
  const error = await scaffoldCases({ cwd, from: 'tools.json', model }).catch((one: unknown) => one);
  expect(error).toMatchObject({ code: 'unknown-model', exitCode: 2 });
  expect((error as { hint: string }).hint).toContain('Without --model, rules draft');
  expect((error as { hint: string }).hint).not.toMatch(/scripted|lexical|judge/);
});
