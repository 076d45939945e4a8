/**
 * What is said of small sets of tools: whether they are told apart and named alike, what is missing, which of them is passed
 * over, and the sentences to write (`fixtures/golden/sets.jsonl`: names, or names with descriptions, then all that was
 * said). After a change of a rule write the file anew and read the difference:
 *
 *     UPDATE_GOLDEN=1 npx vitest run src/tdqs/offline/sets.test.ts && git diff --word-diff fixtures/golden
 *
 * A set is added as a line `[["boat_list", "boat_sink"]]` or `[{"list_boats": "Lists boats."}]`; a number behind a
 * description is how many parameters the tool requires.
 */
import { expect, it } from 'vitest';
import { expectGolden, linesOf } from '../../../test/lib/golden.js';
import type { ToolDef } from '../../types/catalog.js';
import { sharedPrefix } from '../name-prefix.js';
import { scoreServer } from '../server-score.js';
import { offlineJudge } from './judge.js';
import { nearTwins } from './likeness.js';

const FILE = 'sets.jsonl';
type Given = string[] | Record<string, string | [description: string, required: number]>;

const sets = linesOf(FILE).map((line) => (JSON.parse(line) as [Given])[0]);

function toolOf([name, said]: [string, string | [string, number]]): ToolDef {
  const [description, count] = typeof said === 'string' ? [said, 0] : said;
  const required = Array.from({ length: count }, (_, i) => `p${i}`);
  const properties = Object.fromEntries(required.map((one) => [one, { type: 'string' }]));
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

const toolsOf = (given: Given): ToolDef[] =>
  Array.isArray(given)
    ? given.map((name) => ({ name, inputSchema: { type: 'object' } }))
    : Object.entries(given).map(toolOf);

it.each(sets.map((given, at) => [at, given] as const))(
  'says of set %d what it said before',
  async (at, given) => {
    const tools = toolsOf(given);
    const {
      coherenceJustifications: why,
      coherenceScore,
      coherenceTier,
      shadowingRisks,
      fixes,
    } = await scoreServer({ server: 's', tools }, { judge: offlineJudge, scoredAt: '' });
    const said = Object.values(why ?? {}).map(({ score, justification }) => `${score} ${justification}`);
    const sentences = Array.isArray(given)
      ? []
      : fixes.map(({ dimension, gain, sentences: all }) => [
          dimension?.slice(0, 4),
          gain,
          ...all.map(({ text }) => text),
        ]);
    const line = [
      given,
      `${coherenceScore} ${coherenceTier} ${sharedPrefix(tools.map(({ name }) => name)) ?? '-'}`,
      ...said,
      nearTwins(tools).join(' '),
      shadowingRisks.map(({ tool, cheaperTool, reason }) => `${tool} ${cheaperTool} ${reason}`),
      ...sentences,
    ];
    expectGolden(FILE, [JSON.stringify(line)], at);
  },
);

it('no set is there twice', () => {
  const all = sets.map((given) => JSON.stringify(given));
  expect(all.filter((one, i) => all.indexOf(one) < i)).toEqual([]);
});
