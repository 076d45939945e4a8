/**
 * `npm run eval:worked-loop`: what the loop of a coding agent costs on three real servers, in calls and in tokens, step by
 * step, beside what it cost before (`eval/lib/worked-loop/before.json`). The plain loop sends the arguments that the
 * build before knew; the frugal one follows the instructions of the front door. `--write` puts the table into
 * docs/agent-interface.md; `--cli FILE --save FILE` measures another build with the plain loop. Exit code 1 when the
 * frugal loop costs more than 60 % of what the loop cost before.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Agent } from '../test/lib/agent.js';
import { frugalLoop } from './lib/worked-loop/frugal-loop.js';
import { catalogueCost, type Figures, Meter } from './lib/worked-loop/meter.js';
import { plainLoop } from './lib/worked-loop/plain-loop.js';
import { loopServers } from './lib/worked-loop/servers.js';
import { costTables, serverTables, share, withTable } from './lib/worked-loop/table.js';

const MOST = 0.6;

async function measure(loop: typeof plainLoop, cli?: string): Promise<Figures> {
  const figures: Figures = { catalogue: 0, servers: {} };
  for (const server of loopServers()) {
    const agent = await Agent.start({ cwd: server.workspace, flags: ['--enable-writes'], cli });
    try {
      const meter = new Meter(agent);
      figures.catalogue = await catalogueCost(agent);
      await loop(server, meter.use);
      figures.servers[server.name] = meter.steps;
    } finally {
      await agent.close();
    }
  }
  return figures;
}

const { values } = parseArgs({
  options: { cli: { type: 'string' }, save: { type: 'string' }, write: { type: 'boolean' } },
});
if (values.save === undefined) {
  const file = new URL('lib/worked-loop/before.json', import.meta.url);
  const before: Figures = JSON.parse(readFileSync(file, 'utf8'));
  const [plain, frugal] = [await measure(plainLoop), await measure(frugalLoop)];
  const text = costTables({ before, plain, frugal });
  process.stdout.write(`${serverTables({ before, plain, frugal })}\n${text}`);
  const page = new URL('../docs/agent-interface.md', import.meta.url);
  if (values.write) writeFileSync(page, withTable(readFileSync(page, 'utf8'), text));
  process.exitCode = share(frugal, before) <= MOST ? 0 : 1;
} else {
  const figures = await measure(plainLoop, values.cli);
  writeFileSync(values.save, `${JSON.stringify(figures, null, 2)}\n`);
}
