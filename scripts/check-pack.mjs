// `npm run check:pack`: the package as users get it. Packs, installs into an empty folder, runs the demo and the
// library there on this Node and on Node 24 (from the npm package `node`, or the program that is named), and says what an
// install weighs.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'mcptest-pack-'));
const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const weigh = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + weigh(join(path, name)), 0)
    : statSync(path).size;

function newerNode() {
  const folder = join(work, 'node24');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  npm(['install', '--no-audit', '--no-fund', 'node@24'], folder);
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}

try {
  // A build of these very files is not made again.
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale', '--types'], {
    cwd: root,
    stdio: 'inherit',
  });
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', work];
  const [{ filename, size }] = JSON.parse(npm(pack, root));
  const user = join(work, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"private":true,"type":"module"}');
  npm(['install', '--no-audit', '--no-fund', join(work, filename)], user);
  const packages = readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'));
  console.log(
    `packed ${(size / 1e6).toFixed(2)} MB, installed ${(weigh(join(user, 'node_modules')) / 1e6).toFixed(2)} MB`,
  );
  if (packages.join() !== 'mcptest') throw new Error(`an install brings ${packages.join(', ')}`);

  writeFileSync(
    join(user, 'use.mjs'),
    `import { run } from 'mcptest';
     const { envelope } = await run({ paths: ['node_modules/mcptest/examples/demo'] });
     if (envelope.verdict !== 'pass') throw new Error(JSON.stringify(envelope.summary));`,
  );
  // As a program that trusts no declaration: a type of something that is bundled would be missing here.
  writeFileSync(
    join(user, 'use.mts'),
    `import { run, type RunInput } from 'mcptest';
     const input: RunInput = { paths: ['mcptest.yml'], models: ['lexical'] };
     const { envelope } = await run(input);
     const verdict: 'pass' | 'fail' | 'inconclusive' | 'skipped' = envelope.verdict;
     // @ts-expect-error There is no such key.
     export const wrong: RunInput = { path: verdict };`,
  );
  writeFileSync(
    join(user, 'notes.test.mjs'),
    `import { test } from 'node:test';
     import { expect, server, suites } from 'mcptest/node-test';
     await suites('node_modules/mcptest/examples/demo');
     test('a tool answers', async () => {
       const harbour = await server({ server: 'harbour', config: 'node_modules/mcptest/examples/demo/mcptest.yml' });
       expect(await harbour.call('no_such_tool', {})).not.toReturnText('x');
     });`,
  );
  // The declarations stand beside those of Vitest, which a user of theirs has.
  writeFileSync(
    join(user, 'in-code.mts'),
    `import { server } from 'mcptest/node-test';
     type Tools = { add: { args: { text: string }; structured: { id: number } } };
     const notes = await server<Tools>({ command: ['node', 'x.mjs'] });
     const { structured } = await notes.call('add', { text: 'a' });
     export const id: number | undefined = structured?.id;
     // @ts-expect-error There is no such tool.
     await notes.call('remove', {});`,
  );
  const strict = '--noEmit --strict --skipLibCheck false --module nodenext --target es2022'.split(' ');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, ...strict, 'use.mts', 'in-code.mts'], { cwd: user, stdio: 'inherit' });
  for (const node of [process.execPath, process.argv[2] ?? newerNode()]) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const cli = join(user, 'node_modules', 'mcptest', 'dist', 'cli.js');
    const report = execFileSync(node, [cli, 'run', 'node_modules/mcptest/examples/demo'], {
      cwd: user,
      encoding: 'utf8',
    });
    execFileSync(node, ['use.mjs'], { cwd: user, stdio: 'inherit' });
    // What we set of V8 is not known to each version, and one that does not know it says so here.
    const { stderr } = spawnSync(node, [cli, 'lint', '--help'], { encoding: 'utf8' });
    if (stderr !== '') throw new Error(`lint --help says on stderr: ${stderr}`);
    // One test of it must fail: what a server refuses is not text, whichever way round it is asked.
    const native = spawnSync(node, ['--test', 'notes.test.mjs'], { cwd: user, encoding: 'utf8' });
    if (native.status !== 1 || !/^# fail 1$|^ℹ fail 1$/m.test(native.stdout)) throw new Error(native.stdout);
    console.log(`${version}: ${report.trim().split('\n').at(-1)}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
