/**
 * `npm run eval:defences -- [WORD…]`: takes each defence of docs/guarantees.md ("The attack surface") out of a copy of the
 * committed files, and runs the tests that stand beside it. A defence that can go without a failing test is not
 * guarded. Words choose defences by threat, file or what is gone.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFENCES, type Defence } from './lib/campaign/defences.js';
import { tellFigures } from './lib/campaign/figures.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Far beyond what the slowest of these tests takes, and how much longer than with all defences it may take without one. */
const PATIENCE_MS = 420_000;
const LONGER = 8;
const LEAST_PATIENCE_MS = 30_000;
const words = process.argv.slice(2);
const whole = new Map<string, { failed: number; ms: number }>();
const chosen = DEFENCES.filter(
  ({ threat, gone, file }) =>
    words.length === 0 || words.some((word) => `${threat} ${gone} ${file}`.includes(word)),
);
const copy = mkdtempSync(join(tmpdir(), 'mcptest-defences-'));
try {
  execFileSync('git', ['-C', root, 'checkout-index', '--all', `--prefix=${copy}/`]);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // What a build makes is not committed.
  const bundles = ['bundle', 'registry-bundle', 'viewer-bundle'].map(
    (name) => `src/page/${name}.generated.ts`,
  );
  for (const made of ['dist', ...bundles]) cpSync(join(root, made), join(copy, made), { recursive: true });
  let missed = 0;
  for (const defence of chosen) if (await isGuarded(defence)) missed += 1;
  tellFigures(
    'defences',
    `${chosen.length} of ${DEFENCES.length} taken away, ${missed} were missed by a test`,
  );
  process.exitCode = missed === chosen.length && missed > 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Whether the tests pass with it, and one of them fails without it. */
async function isGuarded(defence: Defence): Promise<boolean> {
  const file = join(copy, defence.file);
  const text = readFileSync(file, 'utf8');
  const parts = text.split(defence.from);
  if (parts.length !== 2) return said(defence, `its code is there ${parts.length - 1} times, not once`);
  const before = await withAll(defence);
  if (before.failed !== 0) return said(defence, `its tests fail with it as well (${before.failed})`);
  writeFileSync(file, parts.join(defence.to));
  try {
    const failed = await failuresOf(defence, Math.max(LEAST_PATIENCE_MS, LONGER * before.ms));
    if (failed > 0) console.log(`ok   ${defence.threat}: without ${defence.gone} ${failed} tests fail`);
    return failed > 0 || said(defence, 'no test fails without it');
  } finally {
    writeFileSync(file, text);
  }
}

/** Several defences share their tests: with all defences in place these are run once. */
async function withAll(defence: Defence): Promise<{ failed: number; ms: number }> {
  const key = [...defence.tests, defence.built].join(' ');
  const began = performance.now();
  const known = whole.get(key) ?? { failed: await failuresOf(defence), ms: performance.now() - began };
  whole.set(key, known);
  return known;
}

function said({ threat, gone, file }: Defence, what: string): false {
  console.log(`BAD  ${threat}: ${gone} (${file}): ${what}`);
  return false;
}

/** -1 where the tests did not even start. Tests that never end have noticed it too. */
async function failuresOf({ tests, built }: Defence, patience = PATIENCE_MS): Promise<number> {
  const args = ['run', ...tests, '--maxWorkers=1', '--reporter=json', '--silent', '--test-timeout=120000'];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: copy,
    env: { ...process.env, ...(built ? {} : { MCPTEST_DIST: 'as it is' }) },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let [out, late] = ['', false];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
  });
  const timer = setTimeout(() => {
    late = true;
    process.kill(-(child.pid as number), 'SIGKILL');
  }, patience);
  await new Promise((done) => child.on('exit', done));
  clearTimeout(timer);
  if (late) return 1;
  const start = out.indexOf('{"numTotalTestSuites"');
  if (start < 0) return -1;
  const report = JSON.parse(out.slice(start)) as { numFailedTests: number; numTotalTests: number };
  return report.numTotalTests === 0 ? -1 : report.numFailedTests;
}
