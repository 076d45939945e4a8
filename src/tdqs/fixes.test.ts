import { expect, it } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import { offlineJudge } from './offline/judge.js';
import { scoreServer } from './server-score.js';

const inputSchema = { type: 'object', properties: { q: { type: 'string' } } };
const bare = (name: string): ToolDef => ({ name, description: name.replaceAll('_', ' '), inputSchema });

async function fixesFor(...names: string[]) {
  const { fixes } = await scoreServer(
    { server: 'harbour', tools: names.map(bare) },
    { judge: offlineJudge, scoredAt: '' },
  );
  return fixes ?? [];
}

it('groups the tools by fault, with what repairing it in all of them gains, the largest first', async () => {
  const fixes = await fixesFor('search_boat', 'copy_berth', 'push_buoy', 'fix_pier');
  const ofTools = fixes.filter(({ dimension }) => dimension !== undefined);
  expect(ofTools.map(({ dimension }) => dimension)).toContain('usage_guidelines');
  for (const { tools } of ofTools) expect(tools).toEqual([...new Set(tools)]);
  expect(ofTools.find(({ dimension }) => dimension === 'usage_guidelines')!.tools).toHaveLength(4);
  const gains = ofTools.map(({ gain }) => gain);
  expect(gains).toEqual([...gains].sort((a, b) => b - a));
  expect(gains[0]).toBeGreaterThan(0);
});

it('says nothing twice', async () => {
  const fixes = await fixesFor('search_boat', 'search_berth', 'get_boat', 'delete_boat');
  const faults = fixes.map(({ fault }) => fault);
  expect(faults).toEqual([...new Set(faults)]);
  const sentences = fixes.flatMap((fix) => fix.sentences.map(({ tool, text }) => `${tool}: ${text}`));
  expect(sentences).toEqual([...new Set(sentences)]);
});

it('writes verbs as English does', async () => {
  for (const [name, verb] of [
    ['search_boat', 'Searches'],
    ['copy_berth', 'Copies'],
    ['push_buoy', 'Pushes'],
    ['fix_pier', 'Fixes'],
    ['play_bell', 'Plays'],
    ['undo_booking', 'Undoes'],
  ] as const) {
    const said = (await fixesFor(name)).find(({ dimension }) => dimension === 'purpose_clarity');
    expect(said?.sentences[0]?.text, name).toMatch(new RegExp(`^${verb} \\[which\\] `));
  }
});

it('finds the verb at either end of a name', async () => {
  const fixes = await fixesFor('boat_resize', 'pier_search');
  const sentences = fixes.flatMap(({ sentences: all }) => all.map(({ text }) => text)).join('\n');
  expect(sentences).toContain('what it means for the boat');
  expect(sentences).toContain('at most [n] pier results');
});

it('finds a verb inside a name or in the text, and nouns behind prepositions', async () => {
  const tools = [
    { name: 'custom_sail', description: 'Set a custom sail for the boat', inputSchema },
    { name: 'boat_show_berths', description: 'Shows', inputSchema },
    { name: 'navigate', description: 'Navigate to a quay', inputSchema },
  ];
  const scored = await scoreServer({ server: 'harbour', tools }, { judge: offlineJudge, scoredAt: '' });
  const sentences = (scored.fixes ?? [])
    .flatMap(({ sentences: all }) => all.map(({ text }) => text))
    .join('\n');
  expect(sentences).not.toMatch(/Custom?s \[|of the to a/);
  expect(sentences).toContain('of the quay');
  expect(sentences).toContain('of the boat berths');
  const [created] = (await fixesFor('create_entries')).filter(
    ({ dimension }) => dimension === 'behavioral_transparency',
  );
  expect(created?.sentences[0]?.text).toContain('creates a second entry');
});

it('takes what is called after a verb for the noun that it is', async () => {
  const fixes = await fixesFor('browser_resize', 'lock_door');
  const sentences = fixes.flatMap(({ sentences: all }) => all.map(({ text }) => text)).join('\n');
  expect(sentences).toContain('of the browser');
  expect(sentences).not.toContain('of the resize');
});

it('takes the prefix of a server for no noun, and finds the noun of a lone verb in its text', async () => {
  const fixes = await fixesFor('acme_web_search', 'acme_map_search', 'acme_boats_list');
  const sentences = fixes.flatMap(({ sentences: all }) => all.map(({ text }) => text)).join('\n');
  expect(sentences).toContain('at most [n] web results');
  expect(sentences).toContain('at most [n] boats as');
  expect(sentences).not.toContain('acme web');
  expect(sentences).toContain('use acme_map_search instead');
  const roll = {
    name: 'roll',
    description: 'Rolls dice and returns the sum.',
    inputSchema: { type: 'object' },
  };
  const scored = await scoreServer({ server: 'dice', tools: [roll] }, { judge: offlineJudge, scoredAt: '' });
  const usage = scored.fixes?.find(({ dimension }) => dimension === 'usage_guidelines');
  expect(usage?.fault).toContain('does not say when to use it');
  expect(usage?.sentences[0]?.text).toContain('of the dice');
});

/** The sentence for one dimension of a server's only tool. */
async function sentenceOf(name: string, dimension: string): Promise<string | undefined> {
  const fixes = await fixesFor(name);
  return fixes.find((fix) => fix.dimension === dimension)?.sentences[0]?.text;
}

it.each([
  [
    'purge_boats',
    'Deletes the boats [for good / into a bin]; [what goes with it] is deleted, too, and this [can / cannot] be undone. Requires [role]. Fails with [error] if the boats cannot be found.',
  ],
  [
    'register_boxes',
    'Fails with [error] if the box already exists; calling it again [creates a second box / changes nothing]. Requires [role]. Returns the [id] of the new box.',
  ],
  [
    'rename_boat',
    'Fields of the boat that are left out [stay as they are / are emptied]. Requires [role]. Fails with [error] if the boat is [state]. Returns the changed boat.',
  ],
  [
    'rename_all_boats',
    'Fields of the boats that are left out [stay as they are / are emptied]. Requires [role]. Fails with [error] if the boats are [state]. Returns the changed boats.',
  ],
  [
    'publish_notice',
    'The notice reaches [whom] at once and cannot be called back. Limited to [n] a [minute]. Requires [scope]. Returns [what].',
  ],
  [
    'find_boat',
    'Returns at most [n] boat results as [format], sorted by [field]; [cursor] leads to the next page. An empty list means that none match. Changes nothing.',
  ],
  [
    'start_engine',
    'Runs the engine [where, with which rights] and waits up to [n] seconds. Fails with [error] if it takes longer. Returns [output]; what the engine changed stays changed.',
  ],
  [
    'get_tide',
    'Returns the tide as [format] with [fields]. Fails with [error] if the tide cannot be found. Requires [scope].',
  ],
])('gives %s a sentence of its kind to fill in', async (name, text) => {
  expect(await sentenceOf(name, 'behavioral_transparency')).toBe(text);
});

it('has a frame for each dimension, with another tool to point to where there is one', async () => {
  const [first] = await fixesFor('get_tide');
  expect(first?.fault).toBe('does not say what is done to what, or how it differs from a sibling');
  expect(await sentenceOf('get_tide', 'purpose_clarity')).toBe('Gets [which] tide of [whose].');
  expect(await sentenceOf('get_tide', 'usage_guidelines')).toBe(
    'Use it when [somebody wants what] of the tide. Do not use it for [other tide].',
  );
  expect(await sentenceOf('get_tide', 'parameter_semantics')).toBe(
    'q: [what it means for the tide, format, example]',
  );
  expect(await sentenceOf('get_tide', 'contextual_completeness')).toBe(
    'Declare `annotations` and `outputSchema`.',
  );
  const two = await fixesFor('get_tide', 'delete_tide');
  const of = (dimension: string) => two.find((fix) => fix.dimension === dimension);
  expect(of('purpose_clarity')?.fault).toBe(
    'do not say what is done to what, or how they differ from a sibling',
  );
  expect(of('purpose_clarity')?.sentences).toEqual([
    { tool: 'get_tide', text: 'Gets [which] tide of [whose]; unlike delete_tide, it [difference].' },
    { tool: 'delete_tide', text: 'Deletes [which] tide of [whose]; unlike get_tide, it [difference].' },
  ]);
  expect(of('usage_guidelines')?.sentences[0]?.text).toBe(
    'Use it when [somebody wants what] of the tide. To [what delete_tide does], use delete_tide instead.',
  );
});

it('writes at most three sentences for a fault, and names all tools that have it', async () => {
  const fixes = await fixesFor('get_tide', 'list_boats', 'move_buoy', 'paint_pier');
  for (const { dimension, tools, sentences } of fixes)
    if (dimension !== undefined) expect([tools.length, sentences.length]).toEqual([4, 3]);
});

it('ends with what is wrong with the set, worth a quarter of what a set weighs', async () => {
  const last = (await fixesFor('create_boat', 'list_quays', 'sound_horn')).at(-1);
  expect(last).toEqual({
    fault:
      '"boat" can be created, but no tool says by its name that it can read it. 3 such gaps over 1 resource.',
    tools: [],
    gain: 0.2,
    sentences: [],
  });
});
