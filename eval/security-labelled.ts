/**
 * `npm run eval:security`, second part: recall on the labelled descriptions of MCPTEST_EVAL_DATA and
 * findings on its real catalogues. SEC-027 judges only servers and sets that it did not learn from, with
 * settings and threshold chosen inside the part that it learned from. Writes the figures that `mcptest
 * security --about` prints; `--list FILE` writes every miss and every false alarm. `--short` takes the settings of the
 * weights in the repo in place of choosing them for each part, which is three times as fast.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import model from '../src/lint/words/learned-weights.json' with { type: 'json' };
import { benignServers } from './lib/security/benign.js';
import { benignExamples, labelledExamples, ownExamples } from './lib/security/examples.js';
import { nestedScores, onlySettings, withoutSets } from './lib/security/folds.js';
import { judgeBenign, judgeLabelled, serversReported } from './lib/security/found.js';
import { labelledTools } from './lib/security/labelled.js';
import {
  benignRows,
  curveRows,
  leftOutFigures,
  listing,
  precision,
  recallRows,
} from './lib/security/tables.js';

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('set MCPTEST_EVAL_DATA to the data directory');

if (process.argv.includes('--short')) onlySettings(model.settings);
const tools = labelledTools(data);
const servers = benignServers(data);
const labelled = labelledExamples(tools);
const examples = [...labelled, ...benignExamples(servers)];
const own = ownExamples();

const leftOut = nestedScores(examples, own);
const judged = tools.map((tool, i) => judgeLabelled(tool, leftOut[i]!));
const benign = judgeBenign(servers, leftOut.slice(labelled.length));
console.log('Labelled descriptions by set; SEC-027 never saw the server or set. 95 % intervals (Wilson).');
console.table(recallRows(judged, ({ set }) => set));
console.log('By server.');
console.table(
  recallRows(
    judged.filter(({ set }) => set === 'mcptox'),
    ({ group }) => group,
  ),
);
console.log(`Precision on the labelled set: ${precision(judged)}`);
console.log('SEC-027 alone: the share of honest definitions that it may report, and what it finds then.');
console.table(
  curveRows(
    examples,
    leftOut.map(({ score }) => score),
  ),
);

for (const [what, isUnknown] of [
  ['Nothing learned from poisoned real servers (mcptox)', (set: string) => set === 'mcptox'],
  ['Nothing learned from the adversarial sets', (set: string) => set !== 'mcptox' && set !== 'benign'],
] as const) {
  const scores = withoutSets(examples, own, isUnknown);
  const strangers = tools.flatMap((tool, i) =>
    isUnknown(tool.set) ? [judgeLabelled(tool, scores[i]!)] : [],
  );
  console.log(`${what}: as if the collection were unknown.`);
  console.table(recallRows(strangers, ({ set }) => set));
}
console.log('Benign tools of the real catalogues; intervals from servers drawn again.');
console.table(benignRows(benign));
console.log(
  `Servers with a finding as such (SEC-009 where nothing is annotated): ${serversReported(servers)} of ${servers.length}`,
);
const measured = new URL('../src/security/measured.json', import.meta.url);
const before = JSON.parse(readFileSync(measured, 'utf8'));
writeFileSync(
  measured,
  `${JSON.stringify({ ...before, left_out: leftOutFigures(judged, benign) }, null, 2)}\n`,
);
const list = process.argv.indexOf('--list');
if (list !== -1) writeFileSync(process.argv[list + 1]!, `${listing(judged, benign)}\n`);
