import { expect, it } from 'vitest';
import { contextSignals } from '../signals.js';
import { isGuidance } from './guidance.js';
import { judgeTool } from './judge.js';

const judged = (name: string, description: string, properties: object = {}) => {
  const tool = { name, description, inputSchema: { type: 'object', properties } };
  return judgeTool({ tool, signals: contextSignals(tool), siblings: [name, 'list_boats'] });
};

it.each([
  'Use this when the tide is out.',
  '- Do not call it at night.',
  'Prefer find_berth for short stays.',
])('knows guidance: %s', (text) => expect(isGuidance(text)).toBe(true));

it.each(['Use this tool to list boats.', 'Used to moor a boat.', 'Callers get a list.'])(
  'takes no sentence that says what a tool does for guidance: %s',
  (text) => expect(isGuidance(text)).toBe(false),
);

const GUIDANCE =
  'Use it only after the harbour master agreed. Avoid it during storms, unless somebody asks. Best suited for small boats, not for convoys.';

it.each<[string, string, object]>([
  ['add_section', 'Adds rows to the staging area', { rows: { type: 'array' } }],
  ['text_formatter', 'Format text with proper indentation and line spacing', {}],
  ['search', '查询火车票。', {}],
])('guidance before or after a text makes it no text about something else: %s', (name, text, properties) => {
  const usage = judged(name, text, properties).scores.usage_guidelines.score;
  for (const changed of [`${GUIDANCE}\n\n${text}`, `${text} ${GUIDANCE}`, `${text}\n\n${GUIDANCE}`])
    expect(judged(name, changed, properties).scores.usage_guidelines.score).toBeGreaterThanOrEqual(usage);
});

it('what only has the name in it says nothing of the tool', () => {
  const text = 'Extract and return the lines of a picture that hangs in the hall of the palace by the river.';
  const flags = judged('skim', `${text} Call skim to do what skim does.`).ourFlags;
  expect(flags).toEqual(judged('skim', text).ourFlags);
});
