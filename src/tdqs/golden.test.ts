/**
 * All that the offline judge says of some 400 definitions of our own, and how it reads them (`fixtures/golden/tdqs`: a line
 * for each tool, and one for its server). After a change of a rule, write the files anew and read their difference:
 *
 *     UPDATE_GOLDEN=1 npx vitest run src/tdqs/golden.test.ts && git diff --word-diff fixtures/golden
 *
 * That a value stands there does not make it right; what is surely right is asserted in the tests beside this one. More
 * tools are more lines of a `.tools.jsonl`.
 */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectGolden, golden, linesOf } from '../../test/lib/golden.js';
import type { ToolDef } from '../types/catalog.js';
import type { ToolResult } from '../types/tdqs.js';
import { DIMENSIONS } from './dimensions.js';
import { backgroundOf } from './offline/background.js';
import { disclosed } from './offline/evidence.js';
import { featuresOf } from './offline/features.js';
import { offlineJudge } from './offline/judge.js';
import { readDescription, type Sentence } from './offline/reading.js';
import { toolName } from './score-tool.js';
import { isScored, scoreServer } from './server-score.js';
import { contextSignals } from './signals.js';

const FOLDER = 'tdqs';
const servers = readdirSync(golden(FOLDER))
  .flatMap((file) => /^(.+)\.tools\.jsonl$/.exec(file)?.[1] ?? [])
  .sort();

/** Read anew each time, since the judge keeps what it knows of a list of tools. */
const toolsOf = (server: string): ToolDef[] =>
  linesOf(`${FOLDER}/${server}.tools.jsonl`).map((line) => JSON.parse(line) as ToolDef);

/** Numbers and words only: the names of the signals would fill the file. */
function values(object: object): unknown[] {
  return Object.values(object).flatMap((one) => (isPlain(one) ? values(one) : [one]));
}

const isPlain = (one: unknown): one is object => typeof one === 'object' && one !== null;

/** How each description is read: what its sentences are taken for, the facts in it, its own words, what is weighed. */
function readingsOf(tools: ToolDef[]): string[] {
  const siblings = tools.map(toolName);
  return tools.map((tool) => {
    const background = backgroundOf({ tool, signals: contextSignals(tool), siblings, neighbours: tools });
    const { unpadded, description, known, coverage, explanations } = background;
    const reading = readDescription(unpadded.readings[0] ?? description, background);
    const { fit, copied, asides, sentences, newTerms, news, first } = reading;
    const found = disclosed(reading);
    const kindOf = (one: Sentence): string =>
      [
        one === first ? 'first' : '',
        news.includes(one) ? 'news' : '',
        ...(['own', 'echo', 'inSchema', 'heading', 'foreign', 'stray'] as const).map((key) =>
          one[key] ? key : '',
        ),
        one.parameter === undefined ? '' : `${one.parameter}:`,
        one.label === undefined ? '' : `under ${one.label}`,
      ]
        .filter(Boolean)
        .join('+');
    return [
      toolName(tool),
      fit,
      sentences.map(kindOf).join(', '),
      found.map(({ trait, own, of }) => `${trait}${own ? '' : '?'} ${sentences.indexOf(of)}`).join(', '),
      [...newTerms].join(' '),
      values(featuresOf(reading, found))
        .map((one) => Number((one as number).toFixed(2)))
        .join(' '),
      `${known} ${coverage} ${asides} ${copied.toFixed(2)} ${unpadded.share.toFixed(2)}`,
      [...new Set(explanations.map(({ parameter }) => parameter))].join(' '),
    ].join(' | ');
  });
}

function lineOf(tool: ToolResult): string {
  if (!isScored(tool)) return JSON.stringify(tool);
  const { justifications, contextSignals: signals, scores, judge, rubric, scoredAt, smells, ...rest } = tool;
  expect(rubric).toBe(offlineJudge.rubric);
  expect(smells).toEqual(DIMENSIONS.filter((dimension) => scores[dimension] < 3));
  const filled = Object.entries(rest).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return JSON.stringify({
    ...Object.fromEntries(filled),
    scores: DIMENSIONS.map((dimension) => scores[dimension]).join(''),
    why: DIMENSIONS.map((dimension) => justifications[dimension].justification),
    signals: values(signals).join(' '),
  });
}

it.each(servers)('says of %s what it said before', async (server) => {
  const said = await scoreServer({ server, tools: toolsOf(server) }, { judge: offlineJudge, scoredAt: '' });
  const { tools, judge, rubric, scoredAt, advice, fixes, coherenceJustifications, ...figures } = said;
  const why = values(coherenceJustifications ?? {}).filter((one) => typeof one === 'string');
  expectGolden(`${FOLDER}/${server}.judged.jsonl`, [
    JSON.stringify({ ...figures, why }),
    ...tools.map(lineOf),
    ...advice.slice(0, 4).map((one) => JSON.stringify(values(one))),
    ...fixes.map((one) => JSON.stringify(one)),
  ]);
});

it.each(servers)('reads the descriptions of %s as it did before', (server) => {
  expectGolden(`${FOLDER}/${server}.read.txt`, readingsOf(toolsOf(server)));
});
