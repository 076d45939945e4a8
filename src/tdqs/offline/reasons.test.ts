/**
 * The reason that is printed is the reason for the score, whatever the definition: what it says is missing is missing, what
 * it says is there is there, and where it asks for something, a plain clause on that changes it.
 */
import { expect, it } from 'vitest';
import fc, { runs } from '../../../test/lib/properties.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Dimension } from '../../types/tdqs.js';
import { contextSignals } from '../signals.js';
import { judgeTool } from './judge.js';

const SIBLINGS = ['moor_boat', 'list_ferries', 'repair_hull'];
const said = (one: ToolDef, dimension: Dimension) =>
  judgeTool({ tool: one, signals: contextSignals(one), siblings: SIBLINGS }).scores[dimension];
const plus = (one: ToolDef, text: string): ToolDef => ({
  ...one,
  description: `${one.description} ${text}`,
});
/** Everything that stands in quotation marks and is cut off nowhere. */
const quoted = (reason: string): string[] =>
  [...reason.matchAll(/"([^"…]+)"/g)].map((match) => match[1] ?? '');

const tool: fc.Arbitrary<ToolDef> = fc
  .record({
    name: fc.constantFrom('moor_boat', 'paint_hull', 'delete_mooring'),
    lead: fc.constantFrom(
      'Moors a boat at a quay of the harbour.',
      'Paints the hull of a sloop.',
      'Moor boat',
      'Deletes a mooring of a skipper.',
    ),
    rest: fc.subarray(
      [
        'Limits apply.',
        'Fails if the boat is longer than its mooring.',
        'A sloop that leaks stays on land.',
        'Use it when needed.',
        'Returns the hull as JSON.',
        'Everything is possible.',
        'The skipper is asked before.',
        'Handled gracefully.',
        'At most 20 boats a minute.',
        'Use this when a skipper calls from the sea.',
      ],
      { maxLength: 4 },
    ),
    parameters: fc.dictionary(
      fc.constantFrom('boat', 'quay', 'length', 'note'),
      fc.constantFrom('', 'Where it lies.'),
      { maxKeys: 4 },
    ),
    annotated: fc.boolean(),
    output: fc.boolean(),
  })
  .map(({ name, lead, rest, parameters, annotated, output }) => ({
    name,
    description: [lead, ...rest].join(' '),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([one, description]) => [
          one,
          { type: 'string', ...(description !== '' && { description }) },
        ]),
      ),
    },
    ...(annotated && { annotations: { idempotentHint: false } }),
    ...(output && { outputSchema: { type: 'object', properties: { berth: {} } } }),
  }));

/** Of every definition that is made. */
const ofAll = (check: (one: ToolDef) => void): void => {
  fc.assert(fc.property(tool, check), { numRuns: runs(150) });
};

it('behaviour: what is said to be told stands there; where nothing is said to be told, a plain clause changes the reason', () => {
  ofAll((one) => {
    const { score, justification } = said(one, 'behavioral_transparency');
    for (const text of quoted(justification)) expect([one.description, one.name].join(' ')).toContain(text);
    if (
      / tells (?!what comes back)/.test(justification) &&
      !/counts (?:half|for nothing)/.test(justification)
    )
      expect(score, justification).toBeGreaterThanOrEqual(3);
    if (!/not how the tool behaves|counts for nothing|disclose/.test(justification)) return;
    const more = said(
      plus(one, `Fails if the ${one.name.split('_')[1]} is chained to 2 others.`),
      'behavioral_transparency',
    );
    expect(more.justification).toMatch(/ tells (?!what comes back)/);
    expect(more.score, more.justification).toBeGreaterThan(score - 1);
  });
});

it('usage: the reason follows the score, and a case changes it', () => {
  ofAll((one) => {
    const { score, justification } = said(one, 'usage_guidelines');
    expect(/does not say when|gives no guidance|no hint|misleads/.test(justification), justification).toBe(
      score <= 2,
    );
    for (const text of quoted(justification)) expect([one.description, one.name].join(' ')).toContain(text);
    if (score !== 2) return;
    const more = said(
      plus(one, `Use this when a ${one.name.split('_')[1]} has no owner on record.`),
      'usage_guidelines',
    );
    expect(more.score, more.justification).toBe(4);
    expect(more.justification).toContain('has no owner on record');
  });
});

it('parameters: the number that stay open is right, and falls with each that is explained', () => {
  ofAll((one) => {
    const { justification } = said(one, 'parameter_semantics');
    const open = /^.*?(\d+) parameters? of \d+ explained nowhere/.exec(justification)?.[1];
    const properties = (one.inputSchema as { properties: Record<string, { description?: string }> })
      .properties;
    const bare = Object.keys(properties).filter((name) => properties[name]?.description === undefined);
    if (open === undefined) return;
    expect(Number(open), justification).toBe(bare.length);
    const more = said(
      plus(one, `\n\n\`${bare[0]}\`: written in chalk on the pier, e.g. "B12".`),
      'parameter_semantics',
    );
    expect(more.justification).not.toBe(justification);
    if (bare.length > 1 && more.justification.includes('nowhere'))
      expect(more.justification).toContain(`${bare.length - 1} parameter`);
  });
});

it('conciseness: a fault is named where there is one, and only there', () => {
  ofAll((one) => {
    const { score, justification } = said(one, 'conciseness_structure');
    expect(/ sentence adds something\.$/.test(justification), justification).toBe(score === 5);
  });
});

it('completeness: what is called missing is missing, and is not called so when it is there', () => {
  ofAll((one) => {
    const { score, justification } = said(one, 'contextual_completeness');
    const lacks = (what: string, of = justification): boolean => new RegExp(`Missing:.*\\b${what}`).test(of);
    expect(lacks('annotations')).toBe(one.annotations === undefined && justification.includes('Missing'));
    if (justification.includes('Nothing essential')) expect(score, justification).toBeGreaterThanOrEqual(4);
    if (one.outputSchema !== undefined) expect(lacks('the result')).toBe(false);
    const whole = plus(
      {
        ...one,
        annotations: { idempotentHint: false },
        outputSchema: { type: 'object', properties: { berth: {} } },
      },
      `Fails if the ${one.name.split('_')[1]} is chained to 2 others.`,
    );
    const after = said(whole, 'contextual_completeness').justification;
    for (const what of ['annotations', 'the result', 'behaviour,'])
      expect(lacks(what, after), after).toBe(false);
  });
});

it('a fact in plain words counts half, and says so', () => {
  const one: ToolDef = {
    name: 'feed_cat',
    description: 'Feeds the cat from its bowl. A full bowl of the cat is left alone.',
  };
  expect(said(one, 'behavioral_transparency')).toEqual({
    score: 3,
    justification:
      '"A full bowl of the cat is left alone." tells what becomes of things, in words that would fit other tools: that counts half. There are no annotations, so the text must carry everything.',
  });
});

it('a title as description is capped with the reason for it', () => {
  const one: ToolDef = {
    name: 'boats',
    title: 'Finds boats in the old harbour',
    description: 'Finds boats in the old harbour',
  };
  const { score, justification } = said(one, 'purpose_clarity');
  expect(score).toBe(2);
  expect(justification).toMatch(/Capped at 2: all of it is the name or title again\.$/);
});

it.each([
  ['what holds where nothing is given', 'If the sail is not specified, the mainsail of the boat is reefed.'],
  ['what becomes of the unknown', 'Fails with NOT_MOORED for an unknown boat.'],
  ['what is said of the call', 'Results come from a replica that lags up to 30 seconds.'],
  ['with numbers in words', 'Boats are listed for everyone from a cache of ten minutes.'],
])('a plain fact is a fact: %s', (_, fact) => {
  const one: ToolDef = { name: 'moor_boat', description: 'Moors a boat at a quay of the harbour.' };
  expect(said(one, 'behavioral_transparency').score).toBe(2);
  expect(said(plus(one, fact), 'behavioral_transparency').score).toBeGreaterThan(2);
});

it.each([
  'The limits of a boat are not specified.',
  'Has unknown limits for a boat.',
  'Permissions: unknown.',
])('what is not known is none: %s', (text) => {
  const one: ToolDef = { name: 'moor_boat', description: 'Moors a boat at a quay of the harbour.' };
  expect(said(plus(one, text), 'behavioral_transparency').score).toBe(2);
});

it('an order is the noun of a tool for orders', () => {
  const one: ToolDef = {
    name: 'cancel_order',
    description: 'Cancels an order that was not shipped. Shipped orders are refused.',
  };
  expect(said(one, 'behavioral_transparency').justification).toMatch(
    /^"Shipped orders are refused\." tells how it fails/,
  );
});

it('a key that is needed is a fact in brackets, too', () => {
  const one: ToolDef = { name: 'get_moorings', description: 'Get authenticated moorings (requires API key)' };
  expect(said(one, 'behavioral_transparency').score).toBe(3);
});
