import { expect, it } from 'vitest';
import type { Catalog, ToolDef } from '../types/catalog.js';
import { proposeByRules } from './by-rules.js';
import type { Meter, Scored } from './measure.js';

const TOOL: ToolDef = {
  name: 'get_order',
  description: 'Gets an order.',
  inputSchema: { type: 'object', properties: { id: { type: 'string', description: 'Its number.' } } },
  outputSchema: { type: 'object', properties: { total: { type: 'number' } } },
  annotations: { readOnlyHint: true, openWorldHint: true },
};
const READS = 'It only reads and changes nothing.';
const RETURNS = 'Returns an object with `total` (number).';
const WORLD = 'It reaches systems outside of this server.';

type Rate = (text: string) => { tdqs: number; findings?: number; flags?: string[] };

/** A meter that likes what it is told to like. */
function meter(rate: Rate, scores = 5): Meter {
  const score = async ({ tools }: Catalog): Promise<Scored> => {
    const { description = '' } = tools[0] as { description?: string };
    const { tdqs, findings = 0, flags = [] } = rate(description);
    const dimensions = ['purpose_clarity', 'usage_guidelines', 'behavioral_transparency'];
    const all = [...dimensions, 'parameter_semantics', 'conciseness', 'contextual_completeness'];
    return {
      tool: { tdqs, flags, scores: Object.fromEntries(all.map((one) => [one, scores])) },
      findings: Array<never>(findings),
      elsewhere: 0,
      tokens: description.length,
    } as unknown as Scored;
  };
  return { score, measure: () => Promise.reject(new Error('not asked for')) };
}

async function said(rate: Rate, scores?: number) {
  const outcome = await proposeByRules({ server: 's', tools: [TOOL] }, 0, meter(rate, scores));
  return 'proposal' in outcome ? outcome.proposal : undefined;
}

it('takes the sentence that scores best', async () => {
  const proposal = await said((text) => ({ tdqs: text.includes(WORLD) ? 4 : 3 }));
  expect(proposal?.description).toBe(`Gets an order. ${WORLD}`);
  expect(proposal?.sentences).toEqual([{ text: WORLD, from: 'annotations.openWorldHint' }]);
});

it('of equals takes the shortest: nothing, where no sentence helps', async () => {
  expect((await said(() => ({ tdqs: 3 })))?.description).toBe('Gets an order.');
  const either = await said((text) => ({ tdqs: text.includes(READS) || text.includes(WORLD) ? 4 : 3 }));
  expect(either?.description).toBe(`Gets an order. ${READS}`);
});

it('finds two that count only together', async () => {
  const proposal = await said((text) => ({ tdqs: text.includes(RETURNS) && text.includes(READS) ? 5 : 3 }));
  expect(proposal?.description).toBe(`Gets an order. ${RETURNS} ${READS}`);
});

it('of equal scores takes the one with fewer findings, though it is longer', async () => {
  const proposal = await said((text) => ({ tdqs: 3, findings: text.includes(RETURNS) ? 0 : 2 }));
  expect(proposal?.description).toBe(`Gets an order. ${RETURNS}`);
});

it('says nothing from hints that contradict the words, however well it would score', async () => {
  const flags = ['Annotation Contradiction'];
  const rate: Rate = (text) => ({ tdqs: text.includes(READS) || text.includes(WORLD) ? 5 : 3, flags });
  const outcome = await proposeByRules({ server: 's', tools: [TOOL] }, 0, meter(rate));
  expect(outcome).toMatchObject({ proposal: { description: 'Gets an order.', sentences: [] } });
  expect(outcome.notes[0]).toContain('contradict each other');
});

it('leaves places to fill for what the score lacks, and none for what is good', async () => {
  expect((await said(() => ({ tdqs: 3 }), 5))?.placeholders).toEqual([]);
  expect((await said(() => ({ tdqs: 3 }), 3))?.placeholders).toEqual([
    '[FILL IN: what exactly it does to what, so that no sibling fits the same words]',
    '[FILL IN: when to use it, and when not]',
    '[FILL IN: limits, the rights that it needs, and what happens when nothing is found]',
  ]);
});

it('leaves parameters alone that have a description', async () => {
  expect((await said(() => ({ tdqs: 3 })))?.parameters).toEqual([]);
});
