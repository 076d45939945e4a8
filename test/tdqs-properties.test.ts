/**
 * The offline judge moves one way: the changes that `npm run eval:tdqs` makes to real definitions, here on
 * definitions of the shapes that once broke a rule.
 */

import { describe, expect, it } from 'vitest';
import { offlineScore, PROPERTIES } from '../eval/lib/tdqs-changes.js';
import { DIMENSIONS } from '../src/tdqs/dimensions.js';
import type { ToolDef } from '../src/types/catalog.js';
import fc, { runs } from './lib/properties.js';

const SIBLINGS = ['list_ferries', 'find_berth', 'find_boat'];
const NAMES = ['quay', 'boatId', 'length_m', 'timeout', 'filter', 'name', 'limit', 'boat', 'default_error'];
/** Small words only, one word, two words, another parameter's name, a condition, line breaks, all of a tool's words. */
const TEXTS = [
  'The id of the boat',
  'Name',
  'Boat name',
  'The quay to look at.',
  'How many boats, e.g. 20, at most 100',
  'Only used when boatId is set and length_m is not',
  'Use this when the tide is out. Returns an error if the quay is closed.',
  'First line\nsecond line: requires a pass',
  'Finds a boat in the harbour',
  '{"kind": "sloop"}',
];
const LEADS = [
  'Finds a boat in the harbour',
  'Find boat',
  'boat',
  'Finds a boat by name.',
  'The quay to look at.',
  'Deletes a mooring by its boatId',
  'Moors a boat. Filter with length_m',
  'Lists every quay; see `boatId`',
  'Handles data',
  'Boat finder',
];
const SENTENCES = [
  'Returns JSON with the name and the draught',
  'Requires a harbour pass.',
  'Use it when a skipper calls and name the quay.',
  'Do not use it for ferries.',
  'boatId: the number on the hull, e.g. 7',
  '\n\nArgs:\n  quay: where to look,\n  at most one\n  limit: how many boats',
  'length_m (optional): must be positive',
  'Set limit=5 with boatId for a short answer',
  'Only used when boatId is set and length_m is not.',
  'The id of the boat',
];

/** Definitions that once broke a property, and which. */
const BROKE: readonly [name: string, tool: ToolDef][] = [
  // The word of a parameter behind it was one new word more than there are.
  ['repeating', definition('find_boat', 'The quay to look at.', { quay: '' })],
  // "at" was taken to go on.
  ['repeating', definition('moor', 'The quay to look at.', { boat: '' })],
  // "format:" was read to the end of its sentence.
  ['repeating', definition('scan', 'Scans hulls for cracks', { format: 'Way of writing.', hull: 'A hull.' })],
  // So was "draught., hull".
  [
    'repeating',
    definition('scan', 'Scans boats for cracks of the draught.', { hull: 'Optional. Bow or stern.' }),
  ],
  // A line break that JSON writes out stuck to the word behind an element.
  [
    'repeating',
    definition('moor', 'Moors a boat at a quay', {
      text: 'Text with elements: <b>bold</b>\n<b>Goal</b>',
      tide: 'When the tide is out, e.g. at noon, else 3 hours later',
    }),
  ],
  // "If" was cut off as part of the copy before it.
  [
    'more usage',
    definition('deleteMooring', 'Handles data. \n\nArgs:\n  limit: how many boats', {
      boat: 'Use this when the tide is out. Returns an error if the quay is closed.',
      filter: 'How many boats, e.g. 20, at most 100',
    }),
  ],
  // Guidance that the schema has too left "Find" of the text.
  ['more usage', definition('find_boat', 'Find boat', { boat: '', limit: 'Use this when the tide is out.' })],
  // Without its first line the text was more than a word.
  ['less doc', definition('moor', 'boat\nReturns JSON with the name and the draught', { boat: '' })],
];

function definition(name: string, description: string, texts: Record<string, string>): ToolDef {
  const properties = Object.fromEntries(
    Object.entries(texts).map(([one, text]) => [one, { type: 'string', ...(text && { description: text }) }]),
  );
  return { name, description, inputSchema: { type: 'object', properties } };
}

it.each(BROKE)('%s: a definition that broke it', (start, one) => {
  const { changes, holds } = PROPERTIES.find(({ name }) => name.startsWith(start))!;
  const before = offlineScore(one, SIBLINGS);
  const broken = changes(one).filter((change) => !holds(before, offlineScore(change.tool, SIBLINGS)));
  expect(broken.map(({ kind, tool: { description } }) => [kind, description])).toEqual([]);
});

const parameter = fc.record({ name: fc.constantFrom(...NAMES), text: fc.option(fc.constantFrom(...TEXTS)) });
const tool: fc.Arbitrary<ToolDef> = fc
  .record({
    name: fc.constantFrom('find_boat', 'boat_finder', 'deleteMooring', 'moor'),
    title: fc.option(fc.constantFrom('Boat finder', 'Find boat')),
    lead: fc.constantFrom(...LEADS),
    rest: fc.subarray(SENTENCES, { maxLength: 4 }),
    join: fc.constantFrom(' ', '\n', '. '),
    parameters: fc.uniqueArray(parameter, { minLength: 1, maxLength: 6, selector: ({ name }) => name }),
    annotated: fc.boolean(),
    output: fc.boolean(),
  })
  .map(({ name, title, lead, rest, join, parameters, annotated, output }) => ({
    name,
    ...(title !== null && { title }),
    description: [lead, ...rest].join(join),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        parameters.map((one) => [
          one.name,
          { type: 'string', ...(one.text !== null && { description: one.text }) },
        ]),
      ),
      required: parameters.slice(0, 1).map((one) => one.name),
    },
    ...(output && { outputSchema: { type: 'object', properties: { boats: {} } } }),
    ...(annotated && { annotations: { openWorldHint: false } }),
  }));

describe.each(PROPERTIES)('$name', ({ changes, holds }) => {
  it('on generated definitions', () => {
    fc.assert(
      fc.property(tool, (one) => {
        const before = offlineScore(one, SIBLINGS);
        const broken = changes(one).filter((change) => !holds(before, offlineScore(change.tool, SIBLINGS)));
        expect(broken.map(({ kind, tool: { description } }) => [kind, description])).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });
});

it('text that the schema said first is no news when the schema stops saying it', () => {
  const texts = ['Set if the keel is red', 'One', 'Two', 'Three', 'Four', 'Five'];
  const properties = Object.fromEntries(
    texts.map((description, i) => [i === 1 ? 'boatId' : `p${i}`, { type: 'string', description }]),
  );
  const documented = {
    name: 'find_boat',
    description: 'Finds a boat. Set boatId if the keel is red.',
    inputSchema: { type: 'object', properties },
  };
  const bare = structuredClone(documented);
  delete (bare.inputSchema.properties.p0 as { description?: string }).description;
  expect(offlineScore(documented, []).scores.parameter_semantics).toBe(3);
  expect(offlineScore(bare, []).scores.parameter_semantics).toBe(3);
});

it('a short phrase at the end of a sentence is not padding because a text of the schema follows', () => {
  const texts = { name: 'Use this when the tide is out. Returns an error.', quay: 'Where to look.' };
  const properties = Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [name, { type: 'string', description }]),
  );
  const usageOf = (description: string): number =>
    offlineScore({ name: 'find_boat', description, inputSchema: { type: 'object', properties } }, []).scores
      .usage_guidelines;
  expect(usageOf('Finds a boat by name.')).toBe(3);
  expect(usageOf('Finds a boat by name. Use this when the tide is out.')).toBe(3);
});

describe('repeating the schema', () => {
  const padding = PROPERTIES.find(({ name }) => name.startsWith('repeating'))!;

  it('raises no dimension either', () => {
    fc.assert(
      fc.property(tool, (one) => {
        const before = offlineScore(one, SIBLINGS).scores;
        for (const change of padding.changes(one)) {
          const after = offlineScore(change.tool, SIBLINGS).scores;
          expect(
            DIMENSIONS.filter((dimension) => after[dimension] > before[dimension]),
            change.kind,
          ).toEqual([]);
        }
      }),
      { numRuns: runs(10) },
    );
  });

  it('is called what it is', () => {
    const inputSchema = {
      type: 'object',
      properties: { quay: { type: 'string', description: 'The quay where the boat lies.' } },
    };
    const padded = offlineScore(
      { name: 'find_boat', description: 'Finds boats. quay: The quay where the boat lies.', inputSchema },
      [],
    );
    expect(padded.justifications.conciseness_structure).toMatchObject({
      score: expect.toSatisfy((score: number) => score < 5),
      justification: expect.stringMatching(/repeats? the schema/),
    });
  });
});
