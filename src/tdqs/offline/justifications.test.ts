/** What an author reads of each dimension: the sentence that was judged, why it scores so, and what is missing. */
import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../../types/catalog.js';
import type { Dimension } from '../../types/tdqs.js';
import { scoreTool } from '../score-tool.js';
import { isScored } from '../server-score.js';
import { contextSignals } from '../signals.js';
import { offlineJudge } from './judge.js';

const inputOf = (properties: object) => ({ type: 'object', properties });
const none = inputOf({});
const annotations = { readOnlyHint: true };

/** Score and reason of one dimension, the sentence of the tool as `LEAD`. */
async function said(dimension: Dimension, tool: Partial<ToolDef>, siblings: string[] = []): Promise<string> {
  const whole = { name: 'move_boat', inputSchema: none, ...tool } as ToolDef;
  const result = await scoreTool({ tool: whole, signals: contextSignals(whole), siblings }, offlineJudge, '');
  if (!isScored(result)) throw new Error(result.unscored);
  const { score, justification } = result.justifications[dimension];
  return `${score} ${justification.replaceAll(`"${LEAD}"`, 'LEAD')}`;
}

const LEAD = 'Moves a boat to another berth.';

describe('the purpose', () => {
  it.each([
    [LEAD, '4 LEAD names action and resource. It does not say how it differs from other tools.'],
    ['Move boat', '2 "Move boat" repeats the words of the name "move_boat". Nothing is added to them.'],
    ['Move', '1 "Move" is a single word. It says neither what is done nor to what.'],
    ['', '1 There is no description, so there is nothing that could be judged. Every dimension is 1.'],
    [
      'Bakes bread with yeast, rye and salt in a wood oven overnight. The dough rests on the bench of a baker. The crust is brushed with water and malt.',
      '1 "Bakes bread with yeast, rye and salt in a wood oven overnight." speaks of something else: no word of it fits the name "move_boat" or a parameter. A text that misleads is worth less than none.',
    ],
  ])('of %j', async (description, expected) => {
    expect(await said('purpose_clarity', { description })).toBe(expected);
  });

  it('of a name of three words is said by them', async () => {
    const tool = { name: 'move_boat_anchor', description: 'Move boat anchor' };
    expect(await said('purpose_clarity', tool)).toBe(
      '3 "Move boat anchor" repeats the words of the name "move_boat_anchor". Nothing is added to them.',
    );
  });
});

describe('the usage', () => {
  const more = (text: string, siblings?: string[]) =>
    said('usage_guidelines', { description: `${LEAD} ${text}` }, siblings);

  it('is told by when, when not, and what instead', async () => {
    expect(await more('')).toBe(
      '2 LEAD says what the tool does. It does not say when to use it, nor what to use instead.',
    );
    expect(await more('Use it when a boat is in the way of others.')).toBe(
      '4 "Use it when a boat is in the way of others." gives a clear context for the tool. Cases to stay away from, or what to take then, are not named.',
    );
    expect(await more('Use it when a boat is in the way of others. It is not meant for boats on land.')).toBe(
      '5 "Use it when a boat is in the way of others." says when to use the tool. "It is not meant for boats on land." says when not to.',
    );
    expect(await more('Do not use it for boats on land; call lift_boat instead.', ['lift_boat'])).toMatch(
      /^5 "Do not use it for boats on land; call lift_boat instead\." says when not to use the tool\. .* names what to take instead\.$/,
    );
    expect(await more('Requires that the berth is dredged first.')).toMatch(
      /^3 .* lets the reader guess when the tool fits\. Neither conditions nor alternatives are spelled out\.$/,
    );
  });

  it('is not told by a word, nor by what is told of something else', async () => {
    expect(await said('usage_guidelines', { description: 'Move' })).toBe(
      '1 "Move" is all there is. It gives no hint of when to call the tool.',
    );
    expect(await more('Use this when needed.')).toBe(
      '2 "Use this when needed." gives no guidance: it says nothing of this tool in particular.',
    );
    expect(await more('Use it when you want to move a boat.')).toBe(
      '2 "Use it when you want to move a boat." gives no guidance: it names no case beyond what the name and the first sentence say.',
    );
    expect(await more('It fails if the berth is taken.')).toMatch(/^2 LEAD says what the tool does/);
  });
});

describe('the behaviour', () => {
  const bar = 'There are no annotations, so the text must carry everything.';
  const profile = 'The annotations already give the safety profile.';
  const told = (text: string, tool: Partial<ToolDef> = {}) =>
    said('behavioral_transparency', { description: `${LEAD} ${text}`, ...tool });

  it('that is not told is asked for, more so without annotations', async () => {
    expect(await told('')).toBe(`2 LEAD says what is done, not how the tool behaves. ${bar}`);
    expect(await told('', { annotations: { destructiveHint: false } })).toBe(
      `3 LEAD says what is done, not how the tool behaves. ${profile}`,
    );
    expect(await said('behavioral_transparency', { description: 'Move' })).toBe(
      '1 "Move" discloses no behaviour. There are no annotations either.',
    );
    expect(await said('behavioral_transparency', { description: 'Move', annotations })).toBe(
      '2 "Move" discloses no behaviour. Only the annotations say anything.',
    );
  });

  it.each([
    ['At most 20 moves a minute are done.', 'limits, cost and time'],
    ['Requires permission of the owner of the boat.', 'who may call it and what must come first'],
    ['Fails if the berth is taken by a ferry.', 'how it fails and what it refuses'],
    ['Returns the new berth of the boat as JSON.', 'what comes back'],
    ['Overwrites the entry of the old berth.', 'what it changes or leaves alone'],
    ['The boat is towed in the background by a tug.', 'how it works inside'],
  ])('in %j tells %s', async (text, trait) => {
    expect(await told(text)).toMatch(
      new RegExp(`^\\d "${text.replace(/\./g, '\\.')}" tells ${trait}\\. Other traits stay open\\. ${bar}$`),
    );
  });

  it.each([
    'No limits.',
    'Errors.',
    'Limits may apply.',
    'Requires what it requires.',
    'Permissions checked, limits checked, errors checked.',
    'The limits are unknown.',
    'Never fails.',
  ])('in %j tells nothing', async (text) => {
    expect(await told(text)).toContain(`"${text}" counts for nothing: it says `);
  });

  it('counts the kinds that are told', async () => {
    expect(
      await told('Fails if the berth is taken by a ferry. At most 20 moves a minute are done.'),
    ).toContain('1 more kind of behaviour is disclosed.');
    expect(
      await told(
        'Fails if the berth is taken by a ferry. At most 20 moves a minute are done. Requires permission of the owner of the boat.',
      ),
    ).toContain('2 more kinds of behaviour are disclosed.');
  });

  it.each([
    [
      { readOnlyHint: true },
      'Moves a boat. It deletes the old berth.',
      'It deletes the old berth.',
      'a change',
      'readOnlyHint is true',
    ],
    [
      { destructiveHint: false },
      'Delete a boat for good.',
      'Delete a boat for good.',
      'a loss',
      'destructiveHint is false',
    ],
    [
      { idempotentHint: true },
      'Moves a boat. Every call creates another berth.',
      'Every call creates another berth.',
      'that every call does it again',
      'idempotentHint is true',
    ],
    [
      { openWorldHint: false },
      'Moves a boat. It fetches the tide from the internet.',
      'It fetches the tide from the internet.',
      'a way to the outside',
      'openWorldHint is false',
    ],
  ])('that %j denies is worth 1', async (...row) => {
    const [hints, description, sentence, what, hint] = row;
    expect(await said('behavioral_transparency', { description, annotations: hints })).toBe(
      `1 "${sentence}" describes ${what}, while ${hint}. The two cannot both be true.`,
    );
  });
});

describe('the parameters', () => {
  const of = (properties: object, description = LEAD) =>
    said('parameter_semantics', { description, inputSchema: inputOf(properties) });
  const described = { description: 'Where it is.' };

  it('are what the schema documents of them', async () => {
    expect(await of({})).toBe(
      '4 The tool takes no parameters, so LEAD has none to explain. That is worth 4 by itself.',
    );
    expect(await of({ a: described })).toBe(
      '3 The schema documents 100 % of the parameters, which is worth 3 by itself. LEAD adds no meaning to them.',
    );
    const rest = (open: number, all: number) =>
      `${open} ${open === 1 ? 'parameter' : 'parameters'} of ${all} explained nowhere: LEAD does not make up for that.`;
    expect(await of({ a: described, b: described, c: {} })).toBe(
      `3 The schema documents 67 % of 3 parameters. ${rest(1, 3)}`,
    );
    expect(await of({ a: described, b: {} })).toBe(
      `2 The schema documents 50 % of 2 parameters. ${rest(1, 2)}`,
    );
    expect(await of({ a: described, b: {}, c: {}, d: {} })).toBe(
      `2 The schema documents 25 % of 4 parameters. ${rest(3, 4)}`,
    );
    expect(await of({ a: described, b: {}, c: {}, d: {}, e: {} })).toBe(
      `1 The schema documents 20 % of 5 parameters. ${rest(4, 5)}`,
    );
    expect(await of({ a: {} })).toBe(`2 The schema documents 0 % of 1 parameter. ${rest(1, 1)}`);
  });

  it('may be explained by the text', async () => {
    const text = `${LEAD} boat: the boat that is moved, such as "Anna". berth: where it goes, e.g. "B12".`;
    expect(await of({ boat: {}, berth: {} }, text)).toBe(
      '3 The schema documents 0 % of 2 parameters; the text explains 2 of them, so that none stays open. "boat: the boat that is moved, such as "Anna"." makes up for the schema.',
    );
  });
});

describe('the length', () => {
  const of = (description: string, tool: Partial<ToolDef> = {}) =>
    said('conciseness_structure', { description, annotations: { destructiveHint: false }, ...tool });

  it('is right where each sentence adds something', async () => {
    expect(await of(LEAD)).toBe(
      '5 1 sentence, 30 characters, the main point first: LEAD. Each sentence adds something.',
    );
  });

  it.each([
    ['Move boat', 'it is the name as a sentence'],
    [`This tool allows you to ${LEAD.toLowerCase()}`, 'has words that carry nothing'],
    [`${LEAD} See the documentation.`, 'it sends the reader elsewhere'],
  ])('of %j has a fault', async (description, fault) => {
    expect(await of(description)).toMatch(new RegExp(`^4 .* But .*${fault}\\.$`));
  });

  it('of too little is 2', async () => {
    expect(await of('Move')).toBe('2 "Move" is too little to be concise. It leaves everything out.');
  });

  it('is worth less from 800, 2,500 and 5,000 characters on', async () => {
    const facts = (length: number) => {
      let text = LEAD;
      for (let n = 0; text.length < length; n += 1)
        text += ` Berth B${n} takes a boat of ${n + 3} metres from ${n % 24} o'clock.`;
      return of(text.slice(0, length - 1).concat('.'));
    };
    expect(await facts(700)).not.toContain('long');
    expect(await facts(900)).toContain('the text is rather long');
    expect(await facts(2600)).toContain('the text is long');
    expect(await facts(5100)).toContain('far more than a model reads before each call');
    expect(await facts(5100)).toMatch(/^2 /);
  });
});

describe('the whole', () => {
  const of = (tool: Partial<ToolDef>) => said('contextual_completeness', { description: LEAD, ...tool });

  it('says what is there and what is missing', async () => {
    expect(await of({})).toMatch(
      /^\d Beside LEAD the definition gives none of what a caller needs\. Missing: annotations, the result, behaviour\.$/,
    );
    expect(
      await of({ annotations: { destructiveHint: false }, outputSchema: inputOf({ berth: {} }) }),
    ).toMatch(/gives annotations, the result\. Missing: behaviour\.$/);
    expect(await of({ inputSchema: inputOf({ boat: {} }) })).toMatch(
      /Missing: annotations, the result, behaviour, documented parameters, words beyond the name\.$/,
    );
    const all = {
      description: `${LEAD} A tug tows it at slack water. Fails if the berth is taken by a ferry. Returns the new berth of the boat as JSON.`,
      annotations: { destructiveHint: false },
      inputSchema: inputOf({ boat: { description: 'The boat that is towed' } }),
    };
    expect(await of(all)).toMatch(
      /gives annotations, the result, behaviour, documented parameters, words beyond the name\. Nothing essential is missing\.$/,
    );
    expect(await of({ description: 'Move' })).toBe(
      '1 "Move" leaves everything open. It is not enough for any tool.',
    );
  });
});
