/** `npm run release:check`: what must hold before a version goes out, a line each. Exit code 1 when something does not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './lib/generated.js';
import {
  changelogProblems,
  lockProblems,
  tagProblems,
  textProblems,
  versionProblems,
} from './lib/release-rules.js';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const text = (file: string): string => readFileSync(file, 'utf8');
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const { version } = JSON.parse(text('package.json')) as { version: string };
const lock = JSON.parse(text('package-lock.json'));

const CHECKS: Record<string, () => string[] | Promise<string[]>> = {
  'the tree is clean': () =>
    git('status', '--porcelain')
      .split('\n')
      .filter((line) => line !== ''),
  'the version is one, and locked': () => versionProblems(version, lock.version),
  'the changelog begins with this version': () => changelogProblems(text('CHANGELOG.md'), version),
  'the tag is free': () => tagProblems(`v${version}`, commitOf(`v${version}`), git('rev-parse', 'HEAD')),
  'what is made from code is up to date': async () =>
    Object.entries(await generatedFiles())
      .filter(([file, made]) => !existsSync(file) || text(file) !== made)
      .map(([file]) => `${file} is stale: run npm run generate`),
  'the lockfile names no host': () => lockProblems(lock),
  'the texts are finished, and of no machine': () => unfinishedTexts(),
  'it builds': () => passes('node', ['scripts/build.mjs', '--types']),
  'npm run check is green, publint with it': () => passes('npm', ['run', '--silent', 'check']),
  'the list of bundled packages is true': () =>
    passes('npx', ['vitest', 'run', 'test/package.test.ts', 'test/package-contents.test.ts']),
  'the packed package works': () => passes('npm', ['run', '--silent', 'check:pack']),
};

let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const problems = await check();
  console.log(problems.length === 0 ? `✓ ${name}` : `✗ ${name}: ${problems.join('; ')}`);
  if (problems.length > 0) failed += 1;
}
console.log(failed === 0 ? `${version} can go out` : `${version} cannot go out: ${failed} of the above`);
process.exitCode = failed === 0 ? 0 : 1;

function commitOf(tag: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${tag}^{commit}`], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

function unfinishedTexts(): string[] {
  const own = [root.replace(/[\\/]$/, ''), join(homedir(), '')].filter(
    (path) => path.split(/[\\/]/).length > 2,
  );
  return git('ls-files')
    .split('\n')
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .flatMap((file) => textProblems(file, text(file), { private: own }));
}

function passes(command: string, args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n    ');
  return status === 0 ? [] : [`${[command, ...args].join(' ')} failed\n    ${last}`];
}
