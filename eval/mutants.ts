/**
 * `npm run eval:mutants -- [ROOM…] [--count N] [--seed S] [--minutes M] [--again] [--lanes L]`: the code of a room
 * (`src/ROOM`) is changed in one place at a time, and the tests of the room have to notice. Without a room: metrics, score,
 * gates, match and redact in full. With `--count` about so many mutants of each room, in places that the seed draws.
 * `--minutes` ends the hunt in a room after so long; `--again` goes on with what was not tried the last time, or survived
 * it; `--lanes` is how many processes try mutants at the same time. Prints the share that was killed (of a draw with its 95 %
 * interval, in which mutants of ten lines count as one as far as they are alike), writes the survivors
 * of each room to `.mcptest/mutants-ROOM.md`, and exits 1 below 85 %. Stryker makes the mutants (from a cache, it is not in
 * the project); the tests are run in one process, mutant after mutant, which takes a fraction of the time.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomOf } from '../src/util/random.js';
import { tellFigures } from './lib/campaign/figures.js';
import { bundleTests, instrument, type Place } from './lib/mutants/bundle.js';
import { hunt } from './lib/mutants/hunt.js';
import { Remembered } from './lib/mutants/remembered.js';
import { intervalOf, isKilled, type MutationReport, survivorsPage, tally } from './lib/mutants/report.js';
import { windowsOf } from './lib/mutants/windows.js';

const GOAL = 85;
/** Rooms whose tests are about code of another. */
const TESTED_IN: Record<string, string> = { lint: 'security' };
const VERSION = '9.6.1';
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mcptest-mutants');
const modules = join(cache, 'node_modules');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    again: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '1' },
  },
});
const rooms = positionals.length > 0 ? positionals : ['metrics', 'score', 'gates', 'match', 'redact'];

const unknown = rooms.filter((room) => !existsSync(join(root, 'src', room)));
if (unknown.length > 0) {
  console.error(
    `There is no room ${unknown.join(', ')} in src/. Name folders of src/, such as gates or metrics.`,
  );
  process.exit(2);
}
install();
const report: MutationReport = { files: {} };
for (const room of rooms) await tryRoom(room);
const figures = tally(report);
const share = percent(figures.killed, figures.total);
console.log(`${figures.killed} of ${figures.total} mutants killed, ${share} % (goal ${GOAL})`);
process.exitCode = figures.rooms.every(({ killed, total }) => percent(killed, total) >= GOAL) ? 0 : 1;

async function tryRoom(room: string): Promise<void> {
  const began = performance.now();
  const files = filesOf(room);
  const sources = files.filter((name) => !/\.(?:test|generated|d)\.ts$|testkit/.test(name));
  // What takes long only to show that it does not take longer would be run for every mutant.
  const tests = [...files, ...filesOf(TESTED_IN[room] ?? room)].filter(
    (name, at, names) =>
      names.indexOf(name) === at && name.endsWith('.test.ts') && !name.endsWith('long-texts.test.ts'),
  );
  const places: Place[] =
    values.count === undefined
      ? sources.map((file) => ({ file }))
      : windowsOf(root, sources, Number(values.count), Number(values.seed));
  const { contents, mutants } = await instrument(root, modules, places);
  const bundles = await bundleTests(root, tests, contents);
  mkdirSync(join(root, '.mcptest'), { recursive: true });
  const known = new Remembered(
    join(root, `.mcptest/mutants-${room}.json`),
    `${values.count} ${values.seed}`,
    values.again,
  );
  const all = mutants.map(({ id, fileName, ...mutant }) => {
    const [file, source] = [relative(root, fileName), readFileSync(fileName, 'utf8')];
    return { id, file, source, mutant, before: known.statusOf(file, source, mutant) };
  });
  // What was never tried comes first, in an order that makes a part of the hunt a fair sample of the room.
  const waiting = randomOf(Number(values.seed), room)
    .shuffled(all)
    .filter(({ before }) => !isKilled(before))
    .sort((a, b) => Number(a.before !== undefined) - Number(b.before !== undefined));
  const { statuses, leftOut } = await hunt(
    bundles,
    waiting.map(({ id }) => id),
    {
      until: Date.now() + Number(values.minutes) * 60_000,
      lanes: Math.max(1, Number(values.lanes)),
      tell: (done) => console.log(`  ${room}: ${done} of ${waiting.length} tried`),
    },
  );
  if (leftOut.length > 0)
    console.log(`  tests that do not pass here and are left out: ${leftOut.join('; ')}`);
  const own: MutationReport = { files: {} };
  for (const { id, file, source, mutant, before } of all) {
    const status = statuses.get(id) ?? before;
    if (status === undefined) continue;
    known.learn(file, source, mutant, status);
    own.files[file] ??= { source, mutants: [] };
    own.files[file].mutants.push({ ...mutant, status });
  }
  known.save();
  Object.assign(report.files, own.files);
  const page = join(root, `.mcptest/mutants-${room}.md`);
  writeFileSync(page, survivorsPage(own));
  console.log(`survivors: ${page}`);
  const { killed, total } = tally(own);
  const seconds = Math.round((performance.now() - began) / 1000);
  const [low, high] = total === 0 ? [0, 0] : intervalOf(own);
  const sure = `[${percent(low, 1)}, ${percent(high, 1)}]`;
  const drawn = values.count === undefined ? '' : ` ${sure}, drawn with seed ${values.seed}`;
  const rest = all.length === total ? '' : `; ${all.length - total} were not tried`;
  console.log(`  ${seconds} s`);
  tellFigures(
    `mutants of ${room}`,
    `${killed} of ${total} killed, ${percent(killed, total)} %${drawn}${rest}`,
  );
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}

function install(): void {
  const at = join(modules, '@stryker-mutator/instrumenter/package.json');
  const there =
    existsSync(at) && (JSON.parse(readFileSync(at, 'utf8')) as { version: string }).version === VERSION;
  mkdirSync(cache, { recursive: true });
  if (there) return;
  const args = ['install', '--prefix', cache, '--ignore-scripts', `@stryker-mutator/instrumenter@${VERSION}`];
  if (spawnSync('npm', args, { stdio: 'inherit' }).status === 0) return;
  console.error('Stryker cannot be installed: is there a network, and may the cache be written?');
  process.exit(2);
}

function filesOf(room: string): string[] {
  const folder = join('src', room);
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort();
}
