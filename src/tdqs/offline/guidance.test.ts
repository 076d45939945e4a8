/** What is guidance, and which texts are called unrelated to their tool. */
import { expect, it } from 'vitest';
import type { ToolDef } from '../../types/catalog.js';
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

function isUnrelated(given: ToolDef, neighbours: readonly ToolDef[] = [given]): boolean {
  const siblings = neighbours.map(({ name }) => name);
  const { ourFlags = [] } = judgeTool({ tool: given, signals: contextSignals(given), siblings, neighbours });
  return ourFlags.includes('Unrelated Text');
}

const tool = (name: string, description: string, ...parameters: string[]): ToolDef => ({
  name,
  description,
  inputSchema: { type: 'object', properties: Object.fromEntries(parameters.map((one) => [one, {}])) },
});

const MIXES_PAINT =
  'Mixes paint from three pigments and returns the shade as it will look on a dry wall after one coat of varnish.';

it('calls a text about something else unrelated', () => {
  expect(isUnrelated(tool('moor_boat', MIXES_PAINT, 'quay', 'boat'))).toBe(true);
});

it.each([
  [
    'a name in another language',
    tool('abfragen-plz', 'Finds the town that a German postal code belongs to', 'plz'),
  ],
  [
    'an abbreviation',
    tool('zlq', 'Returns how deep the water is at the quay, measured from the bollard', 'a', 'b'),
  ],
  [
    'the verb of a name whose noun is an abbreviation',
    tool(
      'zlqSearchTool',
      'Finds one specific berth or boat by its painted number. Use only when the request has such a number, and never for whole quays, since these have signs of their own.',
      'harvest',
      'violin',
    ),
  ],
  [
    'a text in another language',
    tool('list_fonts', 'Lista todas as fontes de letra que existem no sistema.'),
  ],
  ['a text in another script', tool('list_boats', '港に係留されている船をすべて一覧表示します。', 'harbour')],
  [
    'a text that speaks of nothing in particular',
    tool('get_viewer', 'Get information about the current user'),
  ],
  [
    'a word that is near in meaning',
    tool('list_ships', 'Vessels that lie in the bay, with their flags and masters'),
  ],
])('does not judge %s', (_, given) => {
  expect(isUnrelated(given)).toBe(false);
});

it("takes words of the server's other texts for its own", () => {
  const text =
    'Varnish that dries before the evening, with its shade and the pigments that it needs on a wall.';
  const stranger = tool('pick_coat', text.replace('coat', ''), 'weather');
  const others = ['shelf', 'brush', 'ladder', 'bucket'].map((noun) =>
    tool(`find_${noun}`, `Finds a ${noun} for varnish of any shade.`),
  );
  const boats = ['quay', 'mast', 'anchor', 'rope'].map((noun) => tool(`find_${noun}`, `Finds a ${noun}.`));
  expect(isUnrelated(stranger, [stranger, ...others])).toBe(false);
  expect(isUnrelated(stranger, [stranger, ...boats])).toBe(true);
});

it.each<[string, number]>([
  ['Do not use it for barges; call tow_barge instead.', 5],
  ['For barges, use tow_barge instead.', 5],
  // Another name and its verb say nothing of when.
  ['Unlike tow_barge.', 2],
  ['To tow, use tow_barge.', 2],
])('what tells a tool from a neighbour: %s', (sentence, expected) => {
  const boat = {
    name: 'move_boat',
    description: `Moves a boat to another berth. ${sentence}`,
    inputSchema: {},
  };
  const siblings = ['move_boat', 'tow_barge', 'list_boats'];
  const { scores } = judgeTool({ tool: boat, signals: contextSignals(boat), siblings });
  expect(scores.usage_guidelines.score).toBe(expected);
});

it('a full stop makes no guidance and takes none away', () => {
  const usageOf = (end: string): number =>
    judged('fetch_boat_docs', `Extracts comprehensive boat documentation, for harbour use cases${end}`).scores
      .usage_guidelines.score;
  expect(usageOf('')).toBe(2);
  expect(usageOf('.')).toBe(2);
});

it.each<[string, string, string, number]>([
  [
    'a word of the first sentence is enough',
    'pick_hull',
    'Pick a fender that fits a hull. Use this when a missing fender would scratch the paint.',
    4,
  ],
  ['under a heading', 'pick_hull', 'Pick a fender that fits a hull.\n\nNot for:\n- Replacing a hull', 4],
  [
    'a sibling called after what this one is not for',
    'move_boat',
    'Moves a boat to another berth. Do not use this tool to list boats; use list_boats instead.',
    5,
  ],
  [
    'what the caller has in hand',
    'find_berth',
    'Finds a berth by name to get its number. Use this when the user provides a berth name instead of a number.',
    4,
  ],
])('guidance in plain words, %s', (_, name, text, expected) => {
  expect(judged(name, text).scores.usage_guidelines.score).toBe(expected);
});

it('a text that opens with what the tool is to be used for is not about something else', () => {
  const opening = 'Use this tool when a skipper wants to moor a boat by hand with two ropes and a fender.';
  const rest = 'Can be used for crashes, scratches, slow paint and everything else that harvests violins.';
  expect(judged('moor_boat', `${opening} ${rest}`).ourFlags).toEqual([]);
  expect(judged('moor_boat', `${rest} ${opening}`).ourFlags).toEqual(['Unrelated Text']);
});

it('a tag before the first sentence makes it no stranger', () => {
  const text = 'Create a new Railway project\n\nBest for:\n  ✓ Starting new applications';
  const purposeOf = (description: string): number =>
    judged('project_create', description, { name: {} }).scores.purpose_clarity.score;
  expect(purposeOf(text)).toBe(4);
  expect(purposeOf(`[API] ${text}`)).toBe(4);
});
