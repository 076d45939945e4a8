/**
 * Servers with thousands of tools: how long the offline judge takes for all of one, at growing sizes, in time of this
 * process. Prints the exponent between neighbouring sizes: 1 is linear, 2 quadratic. Fails at 1.5 and above.
 * `npm run eval:registry-coherence -- [1000,2000,4000,8000]`
 */
import { offlineJudge } from '../src/tdqs/offline/judge.js';
import { scoreServer } from '../src/tdqs/server-score.js';
import type { ToolDef } from '../src/types/catalog.js';
import { toucanCatalogues } from './lib/catalogues.js';

const data = process.env.MCPTEST_EVAL_DATA;
if (data === undefined) throw new Error('Set MCPTEST_EVAL_DATA to the folder with toucan-catalogs.jsonl.gz.');
const sizes = (process.argv[2] ?? '1000,2000,4000,8000').split(',').map(Number);
const real = toucanCatalogues(data).flatMap(({ tools }) => tools);
let worst = 0;
let before: { size: number; ms: number } | undefined;
for (const size of [sizes[0] ?? 1000, ...sizes]) {
  const tools = Array.from({ length: size }, (_, at): ToolDef => {
    const tool = real[at % real.length]!;
    const round = Math.floor(at / real.length);
    return round === 0 ? tool : { ...tool, name: `${tool.name}_v${round + 1}` };
  });
  const start = process.cpuUsage();
  await scoreServer({ server: 'large', tools }, { judge: offlineJudge, scoredAt: '2026-01-01T00:00:00Z' });
  const used = process.cpuUsage(start);
  const ms = (used.user + used.system) / 1000;
  // The first one only warms up.
  if (before === undefined) {
    before = { size: 0, ms };
    continue;
  }
  const exponent = before.size === 0 ? undefined : Math.log(ms / before.ms) / Math.log(size / before.size);
  worst = Math.max(worst, exponent ?? 0);
  console.log(
    `${size} tools: ${(ms / 1000).toFixed(1)} s of processor, ${(ms / size).toFixed(2)} ms a tool${exponent === undefined ? '' : `, exponent ${exponent.toFixed(2)}`}`,
  );
  before = { size, ms };
}
process.exitCode = worst < 1.5 ? 0 : 1;
