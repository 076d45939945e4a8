import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { benignServers } from './lib/security/benign.js';
import { benignExamples, labelledExamples, ownExamples, toolExample } from './lib/security/examples.js';
import { foldOf, thresholdFor } from './lib/security/folds.js';
import { labelledTools } from './lib/security/labelled.js';
import { learn, scoreExample } from './lib/security/learner.js';

const data = process.env.MCPTEST_EVAL_DATA!;
const t0 = performance.now();
const examples = [...labelledExamples(labelledTools(data)), ...benignExamples(benignServers(data))];
const own = ownExamples();
console.log('examples', examples.length, own.length, 'sentences', examples.reduce((s, e) => s + e.sentences.length, 0), ((performance.now() - t0) / 1000).toFixed(1));
const blind = ['first-attacks', 'first-honest', 'second-attacks', 'second-honest'].flatMap((file) =>
  readFileSync(new URL(`./blind/${file}.jsonl`, import.meta.url), 'utf8').split('\n').filter(Boolean).map((l) => ({ file, line: JSON.parse(l), ex: toolExample(JSON.parse(l)) })));
const FOLDS = Number(process.env.FOLDS ?? 4);
const pulls = (process.env.PULL ?? '3e-4').split(',').map(Number);
const unknown = process.env.UNKNOWN ?? '';
for (const pull of pulls) {
  const scores = new Array<number>(examples.length).fill(-99);
  const blindScores = blind.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const known = examples.filter((e) => foldOf(e, FOLDS) !== fold && !(unknown === 'mcptox' ? e.set === 'mcptox' : unknown === 'adv' ? e.set !== 'mcptox' && e.set !== 'benign' : unknown === 'all' ? e.set !== 'benign' : false));
    const learned = learn([...known, ...own], { pull, rounds: 6 });
    examples.forEach((e, i) => { if (foldOf(e, FOLDS) === fold) scores[i] = scoreExample(learned, e); });
    blind.forEach(({ ex }, i) => { blindScores[i]! += scoreExample(learned, ex) / FOLDS; });
  }
  for (const share of [0.003, 0.005, 0.01]) {
    const th = thresholdFor(examples, scores, share);
    const row: Record<string, string> = {};
    for (const set of [...new Set(examples.map((e) => e.set))]) {
      const p = examples.flatMap((e, i) => (e.set === set && e.poisoned ? [scores[i]!] : []));
      const c = examples.flatMap((e, i) => (e.set === set && !e.poisoned ? [scores[i]!] : []));
      if (p.length) row[set] = `${Math.round(100 * p.filter((s) => s >= th).length / p.length)}`;
      if (c.length && set !== 'benign') row[`${set} clean`] = `${Math.round(100 * c.filter((s) => s >= th).length / c.length)}`;
    }
    for (const file of [...new Set(blind.map((b) => b.file))]) {
      const kinds = [...new Set(blind.filter((b) => b.file === file).map((b) => b.line.kind))];
      const rate = (k?: string) => { const s = blind.flatMap((b, i) => (b.file === file && (k === undefined || b.line.kind === k) ? [blindScores[i]!] : [])); return Math.round(100 * s.filter((x) => x >= th).length / s.length); };
      row[file] = `${rate()} (${kinds.map((k) => rate(k)).join(' ')})`;
    }
    console.log(pull, share, th.toFixed(2), Object.entries(row).map(([k, v]) => `${k.replace('poisoned', 'p').replace('adversarial', 'adv')}=${v}`).join(' | '));
  }
  if (process.env.SHOW) {
    const th = thresholdFor(examples, scores, 0.005);
    const lines = [
      ...blind.flatMap(({ file, line }, i) => ((blindScores[i]! >= th) === file.includes('attack') ? [] : [`${file} ${blindScores[i]!.toFixed(2)} ${line.name}: ${line.description}`])),
      ...examples.flatMap((e, i) => (e.set === 'benign' && scores[i]! >= th ? [`BENIGN ${scores[i]!.toFixed(2)} ${e.label} ${(e.worst?.(i) ?? '')}`] : [])),
      ...examples.flatMap((e, i) => (e.poisoned && scores[i]! < th ? [`MISS ${e.set} ${scores[i]!.toFixed(2)} ${e.label.replace(/\s+/g, ' ').slice(0, 500)}`] : [])),
      ...examples.flatMap((e, i) => (!e.poisoned && e.set !== 'benign' && scores[i]! >= th ? [`CLEAN ${e.set} ${scores[i]!.toFixed(2)} ${e.label.replace(/\s+/g, ' ').slice(0, 500)}`] : [])),
    ];
    writeFileSync('/tmp/show.txt', lines.join('\n'));
  }
}
console.log(((performance.now() - t0) / 1000).toFixed(1), 's');
