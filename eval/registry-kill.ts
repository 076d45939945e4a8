/**
 * The kill campaign: 5,000 tools scored by three workers on PostgreSQL, then by one process on SQLite, with a slow
 * judge on loopback, while processes are killed with SIGKILL and connections cut. Prints what is left in the end.
 * Exit code 1 when a score is lost or doubled, or when more was asked than was in hand.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/lib/postgres.js';
import { type CampaignOptions, type CampaignResult, runCampaign } from '../test/lib/registry/campaign.js';

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '20' },
    cuts: { type: 'string', default: '5' },
    store: { type: 'string', default: 'both' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'mcptest-kill-'));
const common: Omit<CampaignOptions, 'store' | 'workers' | 'cuts'> = {
  folder,
  tools: Number(values.tools),
  kills: Number(values.kills),
  concurrency: 8,
  delay_ms: 150,
  log: console.log,
};

function judged(name: string, result: CampaignResult): boolean {
  const { scored, tools, doubled, extra, in_hand, calls, kills, cuts, seconds } = result;
  console.log(
    `${name}: ${scored} of ${tools} tools scored, ${doubled} doubled, ${calls} calls (${extra} beyond the minimum, ` +
      `${in_hand} jobs in hand at ${kills} kills and ${cuts} cuts), ${result.servers} servers with figures, ${seconds} s`,
  );
  return scored === tools && doubled === 0 && extra <= in_hand;
}

let good = true;
if (values.store !== 'sqlite') {
  const postgres = await startPostgres();
  const store = await postgres.database('campaign');
  const cut = (): Promise<void> => postgres.cut('campaign');
  good =
    judged(
      'PostgreSQL',
      await runCampaign({ ...common, store, workers: 3, cuts: Number(values.cuts), cut }),
    ) && good;
  await postgres.stop();
}
if (values.store !== 'postgres')
  good =
    judged(
      'SQLite',
      await runCampaign({ ...common, store: join(folder, 'registry.db'), workers: 1, cuts: 0 }),
    ) && good;
rmSync(folder, { recursive: true, force: true });
process.exitCode = good ? 0 : 1;
