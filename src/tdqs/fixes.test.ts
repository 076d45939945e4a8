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
  expect(sentences).toContain('what comes back of the boat');
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
