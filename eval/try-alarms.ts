import { benignServers } from './lib/security/benign.js';
import { benignExamples, labelledExamples, ownExamples } from './lib/security/examples.js';
import { foldOf, thresholdFor } from './lib/security/folds.js';
import { labelledTools } from './lib/security/labelled.js';
import { learn, scoreExample } from './lib/security/learner.js';
import { subjectsOf } from '../src/lint/text/model-strings.js';
import { proseSentences } from '../src/lint/text/prose-sentences.js';
import { toolNames } from '../src/lint/text/tool-mentions.js';
const data = process.env.MCPTEST_EVAL_DATA!;
const tools = labelledTools(data); const servers = benignServers(data);
const examples = [...labelledExamples(tools), ...benignExamples(servers)];
const own = ownExamples();
const scores: number[] = []; const worst: number[] = [];
for (let fold = 0; fold < 4; fold += 1) {
  const learned = learn([...examples.filter((e) => foldOf(e, 4) !== fold), ...own], { pull: 3e-4, rounds: 6 });
  examples.forEach((e, i) => { if (foldOf(e, 4) !== fold) return; const s = e.sentences.map((x) => scoreExample(learned, { ...e, sentences: [x] })); scores[i] = Math.max(-99, ...s); worst[i] = s.indexOf(scores[i]!); });
}
const th = thresholdFor(examples, scores, Number(process.env.SHARE ?? 0.01));
let at = tools.length;
const out: [number, string][] = [];
for (const { catalog } of servers) {
  const names = toolNames([catalog]);
  for (const subject of subjectsOf(catalog)) {
    if (scores[at]! >= th) { const s = proseSentences(subject, names)[worst[at]!]!; const p = s.place(); out.push([scores[at]!, `${catalog.server}/${subject.name}: ${p.string.text.slice(p.start, p.end).replace(/\s+/g, ' ').slice(0, 330)}`]); }
    at += 1;
  }
}
out.sort((a, b) => b[0] - a[0]);
for (const [s, t] of out) console.log(s.toFixed(2), t);
console.log('MISSES');
examples.forEach((e, i) => { if (e.poisoned && scores[i]! < th) console.log('MISS', e.set, scores[i]!.toFixed(2), e.label.replace(/\s+/g, ' ').slice(0, 400)); });
