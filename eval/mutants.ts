/**
 * `npm run eval:mutants -- [ROOM…] [--count N] [--seed S] [--jobs N]`: Stryker changes the code of a room (`src/ROOM`) in one place at
 * a time, and the tests of the room have to notice. Without a room: metrics, score, gates, match and redact in full.
 * With `--count` about so many mutants, in places that the seed draws. Prints the share that was killed, writes every
 * survivor to `.mcptest/mutants.md`, and exits 1 below 85 %. Stryker is installed into a cache, not into the project.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type MutationReport, survivorsPage, tally } from './lib/mutants/report.js';
import { windowsOf } from './lib/mutants/windows.js';

const GOAL = 85;
const VERSION = '9.6.1';
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mcptest-mutants');
const modules = join(cache, 'node_modules');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
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
const files = rooms.flatMap((room) => sourcesOf(room));
const mutate =
  values.count === undefined ? files : windowsOf(root, files, Number(values.count), Number(values.seed));
const report = runStryker(mutate);
const figures = tally(report);
for (const { room, killed, total } of figures.rooms)
  console.log(`${room.padEnd(12)} ${killed} of ${total} killed, ${percent(killed, total)} %`);
const share = percent(figures.killed, figures.total);
console.log(`${figures.killed} of ${figures.total} mutants killed, ${share} % (goal ${GOAL})`);
const page = join(root, '.mcptest/mutants.md');
mkdirSync(join(root, '.mcptest'), { recursive: true });
writeFileSync(page, survivorsPage(report));
console.log(`survivors: ${page}`);
process.exitCode = share >= GOAL ? 0 : 1;

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}

function install(): void {
  const at = join(modules, '@stryker-mutator/core/package.json');
  const there =
    existsSync(at) && (JSON.parse(readFileSync(at, 'utf8')) as { version: string }).version === VERSION;
  mkdirSync(cache, { recursive: true });
  if (!there) {
    const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
    const args = ['install', '--prefix', cache, '--legacy-peer-deps', '--ignore-scripts', ...packages];
    if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0)
      throw new Error('Stryker cannot be installed.');
  }
  // Its runner has to find the vitest of the project.
  rmSync(join(modules, 'vitest'), { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules/vitest'), join(modules, 'vitest'));
}

function sourcesOf(room: string): string[] {
  const folder = join('src', room);
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|generated|d)\.ts$|testkit/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

function runStryker(places: string[]): MutationReport {
  const out = join(cache, 'report.json');
  const config = join(cache, 'stryker.json');
  rmSync(out, { force: true });
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(modules, '@stryker-mutator/vitest-runner/dist/src/index.js')],
      mutate: places,
      vitest: { configFile: join(root, 'eval/lib/mutants/vitest.config.ts'), related: false },
      coverageAnalysis: 'perTest',
      concurrency: Number(values.jobs),
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: out },
      tempDirName: join(cache, 'sandbox'),
      ignorePatterns: ['dist', 'dist.next-*', 'coverage', '.mcptest'],
      tsconfigFile: 'none.json',
    }),
  );
  const ran = spawnSync(
    process.execPath,
    [join(modules, '@stryker-mutator/core/bin/stryker.js'), 'run', config],
    {
      cwd: root,
      env: { ...process.env, MUTANT_TESTS: rooms.map((room) => `src/${room}/**/*.test.ts`).join(',') },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (!existsSync(out)) {
    console.error(`Stryker ended with ${ran.status} and left no report; what it said is above.`);
    process.exit(2);
  }
  return JSON.parse(readFileSync(out, 'utf8')) as MutationReport;
}
