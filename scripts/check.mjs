// `npm run check`: formatting and lint rules, types, what nobody uses, and the package as a publisher sees it. All at
// once; what a check has to say is printed when it is done. Builds first where there is no build.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES_SEEN = 'node_modules/.cache/types-seen.json';
const CHECKS = {
  biome: ['@biomejs/biome', 'check', '--error-on-warnings'],
  // What did not change since the last time is not read again. Alone it takes a third less work than with itself beside it.
  tsc: ['typescript', '--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', TYPES_SEEN],
  knip: ['knip', '--no-progress', '--treat-config-hints-as-errors'],
  publint: ['publint', '--strict'],
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// With it the tests have a file more, which knip would then find named twice.
delete process.env.MCPTEST_TEST_COST;
const built = ['src/page/bundle.generated.ts', 'dist/index.d.mts'].every((file) => existsSync(file));
const failed = built ? [] : await failing({ build: ['scripts/build.mjs', '--types'] });
failed.push(...(await failing(Object.fromEntries(Object.entries(CHECKS).map(withProgram)))));
if (failed.length > 0) console.error(`check failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function withProgram([name, [from, ...args]]) {
  const folder = join('node_modules', from);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [name, [join(folder, typeof bin === 'string' ? bin : bin[name]), ...args]];
}

/** The names of those that ended with anything but 0. */
async function failing(commands) {
  const codes = await Promise.all(Object.entries(commands).map(([name, args]) => run(name, args)));
  return Object.keys(commands).filter((_, at) => codes[at] !== 0);
}

function run(name, args) {
  return new Promise((done) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${name} ${seconds} s`);
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      done(code);
    });
  });
}
