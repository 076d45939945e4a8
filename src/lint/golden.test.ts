/**
 * What the rules about text say of some thousand sentences of our own, each the description of one tool among others
 * (`fixtures/golden/lint`): `attacks.jsonl` holds a line for each attack, `honest.jsonl` one for each sentence that
 * only looks like one, and `definitions.jsonl` small tools for the rules that read other things, with all that is said of
 * each. After a change of a rule write the findings anew and read their difference:
 *
 *     UPDATE_GOLDEN=1 npx vitest run src/lint/golden.test.ts && git diff --word-diff fixtures/golden
 *
 * An attack of which nothing is said is red all the same, and so is an honest sentence with a finding that is not learned
 * from samples. A text is added as a line `["The text."]`, or `[{"note": "What it is."}]` for what is said of an argument.
 */
import { expect, it } from 'vitest';
import { expectGolden, linesOf } from '../../test/lib/golden.js';
import type { ToolDef } from '../types/catalog.js';
import { lintCatalog } from './engine.js';

const ATTACKS = 'lint/attacks.jsonl';
const HONEST = 'lint/honest.jsonl';
const DEFINITIONS = 'lint/definitions.jsonl';
/** Those that look for attacks in a text. */
const RULES = [1, 2, 3, 4, 5, 6, 8, 13, 16, 27].map((number) => `SEC-${String(number).padStart(3, '0')}`);
/** Those that read what verbs, lists and documented arguments say; what schemas lack has tests of its own. */
const READING =
  'DESC-001 DESC-003 DESC-004 DESC-005 DESC-007 DESC-009 DESC-010 DESC-013 SEC-007 SEC-009 SEC-012';
/** Its false alarms stand in the file, for all to see. */
const LEARNED = 'SEC-027';
const SOME = 25;

type Given = string | Record<string, string>;

const tool = (name: string): ToolDef => ({ name, description: `Does ${name}.` });
const others = ['book_room', 'list_rooms', 'send_email', 'search'].map(tool);
const stranger = { server: 'vault', tools: [tool('open_vault')] };

/** Text stands for the description of a string. */
type Properties = Record<string, unknown>;

function toolOf({ args = {}, ...rest }: Partial<ToolDef> & { args?: Properties }): ToolDef {
  const entries = Object.entries(args).map(([name, said]) => [
    name,
    typeof said === 'string' ? { type: 'string', description: said } : said,
  ]);
  return { name: 'dice', inputSchema: { type: 'object', properties: Object.fromEntries(entries) }, ...rest };
}

function findings(definition: ToolDef, rules: string[]): string[] {
  const { findings: all } = lintCatalog([{ server: 's', tools: [definition, ...others] }, stranger], {
    rules,
  });
  const own = all.filter(({ severity, tool: of }) => severity !== 'pass' && of === definition.name);
  return own.map(
    ({ rule, severity, pointer = '', message }) =>
      `${rule} ${severity}${pointer === '/description' ? '' : ` ${pointer}`} ${message.replace(/^[\w-]+: /, '')}`,
  );
}

function findingsOf(given: Given): string[] {
  const { description = 'Rolls dice.', ...args } = typeof given === 'string' ? { description: given } : given;
  return findings(toolOf({ description, args }), RULES);
}

const givenIn = (file: string): Given[] => linesOf(file).map((line) => (JSON.parse(line) as [Given])[0]);
const attacks = givenIn(ATTACKS);
const honest = givenIn(HONEST);
const from = (all: readonly unknown[]) => all.flatMap((_, at) => (at % SOME === 0 ? [at] : []));

it('no text is there twice', () => {
  const texts = [...attacks, ...honest].map((given) => JSON.stringify(given));
  expect(texts.filter((text, i) => texts.indexOf(text) < i)).toEqual([]);
});

function expectSaid(file: string, at: number, some: Given[], hold: (found: string[], text: string) => void) {
  const lines = some.map((given) => {
    const found = findingsOf(given);
    hold(found, JSON.stringify(given));
    return JSON.stringify([given, ...found]);
  });
  expectGolden(file, lines, at);
}

it.each(from(attacks))('finds the attacks from line %d on', (at) => {
  expectSaid(ATTACKS, at, attacks.slice(at, at + SOME), (found, text) =>
    expect(found, `nothing is said of ${text}`).not.toEqual([]),
  );
});

it.each(from(honest))('says of the honest sentences from line %d on at most what is known', (at) => {
  expectSaid(HONEST, at, honest.slice(at, at + SOME), (found, text) =>
    expect(
      found.filter((one) => !one.startsWith(LEARNED)),
      text,
    ).toEqual([]),
  );
});

const definitions = linesOf(DEFINITIONS).map((line) => (JSON.parse(line) as [Partial<ToolDef>])[0]);

it.each(from(definitions))('says of the definitions from line %d on what it said before', (at) => {
  const lines = definitions
    .slice(at, at + SOME)
    .map((given) => JSON.stringify([given, ...findings(toolOf(given), READING.split(' '))]));
  expectGolden(DEFINITIONS, lines, at);
});
