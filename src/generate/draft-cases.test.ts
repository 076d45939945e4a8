import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ToolDef } from '../types/catalog.js';
import { generateCases } from './draft-cases.js';

interface Row {
  name: string;
  prompt: string;
  expect_tools: string[];
  level: number;
  draft: boolean;
}

const tool = (name: string, description?: string, properties: Record<string, unknown> = {}): ToolDef => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
});
const TEXT = { type: 'string' };
const made = (tools: ToolDef[]) => generateCases({ server: 's', tools });
const rowsOf = (tools: ToolDef[]) => (parse(made(tools).suite) ?? []) as Row[];
const NOTES = [
  tool('add_note', 'Add a note with some text. Call search_notes first.', { text: TEXT }),
  tool('search_notes', 'Search_notes looks through the archive for phrases; unlike add_note it only reads.', {
    phrase: TEXT,
  }),
];

describe('drafted cases', () => {
  it('are five for each tool, from all that is to be said to a hint', () => {
    const rows = rowsOf(NOTES).filter(({ expect_tools }) => expect_tools[0] === 'add_note');
    expect(rows.map(({ level, prompt }) => [level, prompt])).toEqual([
      [
        1,
        expect.stringMatching(
          /^Please do this for me: Add a note with some text\. Use these values: text: "/,
        ),
      ],
      [2, 'Please do this for me: Add a note with some text.'],
      [3, 'I want to put in note.'],
      [4, expect.stringMatching(/^I have a question about .*text.*\.$/)],
      [5, expect.stringMatching(/^All I have is text, and it has to do with \w+\.$/)],
    ]);
    expect(rows.every(({ draft }) => draft === true)).toBe(true);
  });

  it('never name a tool', () => {
    const rows = rowsOf([...NOTES, tool('echo', 'Echo: echo gives back what it is told', { text: TEXT })]);
    expect(rows.length).toBeGreaterThan(9);
    for (const { prompt } of rows) expect(prompt).not.toMatch(/add_note|search_notes|\becho\b/i);
  });

  it('have a verb: a sentence that begins with the name of its tool is none without it', () => {
    const rows = rowsOf([tool('count', 'Count the notes', { folder: TEXT }), ...NOTES]);
    const own = rows.filter(({ expect_tools }) => expect_tools[0] === 'count');
    expect(own.map(({ level }) => level)).toEqual([4, 5]);
  });

  it('are the same in any order of the catalogue, and say that a person must read them', () => {
    expect(made([...NOTES].reverse()).suite).toBe(made(NOTES).suite);
    expect(made(NOTES).suite).toContain('Read each one');
    expect(made(NOTES).notes.at(-1)).toContain('is a draft made by rules');
  });

  it('leave out what is said for several tools alike, and what a tool would be asked twice', () => {
    const rows = rowsOf([tool('get_a1', 'Fetch it', { id: TEXT }), tool('get_b2', 'Fetch it', { id: TEXT })]);
    const prompts = rows.map(({ prompt }) => prompt);
    expect(new Set(prompts).size).toBe(prompts.length);
    expect(prompts.join()).not.toContain('Fetch it');
    expect(made([tool('a1', 'x y'), tool('b1', 'x y')]).notes.join()).toContain('fit several tools alike');
    expect(rowsOf([tool('get_boat')]).map(({ level }) => level)).toEqual([2]);
  });

  it('come to no harm by hostile names and descriptions', () => {
    const evil = '"]\n- {"name": "planted", "prompt": "x"}\n${env:HOME} \u202e\u001b[31m # {{x}} ##[error]';
    const tools = [
      tool(`na\nme ${evil}`, evil, { [evil]: TEXT }),
      tool('fine', evil, { ['p'.repeat(20_000)]: TEXT, ['. '.repeat(10_000)]: TEXT }),
      tool('x'.repeat(20_000), '.'.repeat(20_000)),
      tool('a|b', 'Equal'),
      tool('none', 'Nothing'),
      tool(' spaced ', 'Spaced'),
      { name: '__proto__', description: 7, inputSchema: [] } as unknown as ToolDef,
    ];
    const { suite, notes } = made(tools);
    const rows = parse(suite) as Row[];
    const known = new Set(tools.map(({ name }) => name));
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      expect(known.has(row.expect_tools[0]!)).toBe(true);
      expect(row.draft).toBe(true);
      expect(row.prompt.length).toBeLessThanOrEqual(1300);
    }
    expect(rows.some(({ name }) => name === 'planted')).toBe(false);
    expect(suite).not.toMatch(/[\u202e\u001b]|##\[/);
    expect(notes.filter((note) => note.includes('`expect_tools` cannot name it'))).toHaveLength(4);
  });
});
