/**
 * What the rules about text say of some thousand sentences of our own, each the description of one tool among others
 * (`fixtures/golden/lint`): `attacks.jsonl` holds a line for each attack, `honest.jsonl` one for each sentence that
 * only looks like one, with all that is said of it. After a change of a rule write the findings anew and read their difference:
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
/** Those of the definition's text; what annotations and schemas lack has tests of its own. */
const RULES = [1, 2, 3, 4, 5, 6, 8, 13, 16, 27].map((number) => `SEC-${String(number).padStart(3, '0')}`);
/** Its false alarms stand in the file, for all to see. */
const LEARNED = 'SEC-027';
const SOME = 25;

type Given = string | Record<string, string>;

const tool = (name: string): ToolDef => ({ name, description: `Does ${name}.` });
const others = ['book_room', 'list_rooms', 'send_email', 'search'].map(tool);
const stranger = { server: 'vault', tools: [tool('open_vault')] };

function findings(given: Given): string[] {
  const { description = 'Rolls dice.', ...args } = typeof given === 'string' ? { description: given } : given;
  const entries = Object.entries(args).map(([name, said]) => [name, { type: 'string', description: said }]);
  const inputSchema = { type: 'object', properties: Object.fromEntries(entries) };
  const tools: ToolDef[] = [{ name: 'dice', description, inputSchema }, ...others];
  const { findings: all } = lintCatalog([{ server: 's', tools }, stranger], { rules: RULES });
  const own = all.filter(({ severity }) => severity !== 'pass');
  return own.map(
    ({ rule, severity, pointer = '', message }) =>
      `${rule} ${severity}${pointer === '/description' ? '' : ` ${pointer}`} ${message.replace(/^[\w-]+: /, '')}`,
  );
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
    const found = findings(given);
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
