/** Code of a room with all its mutants in it, switched by a number, in a bundle for each file of tests. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { groupBy } from '../../../src/util/group-by.js';
import type { Mutant } from './report.js';

const SHIM = fileURLToPath(new URL('vitest-shim.mjs', import.meta.url));
const QUIET = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {}, error() {} };

/** A module that a test loads late is read for all tests after it: what runs meanwhile is not of this test alone. */
const ASIDE = 'const testBefore = __stryker__.currentTestId; __stryker__.currentTestId = undefined;';
const BACK = '\n__stryker__.currentTestId = testBefore;\n';

export interface Place {
  file: string;
  /** Lines from 1 on; all of them where they are absent. */
  lines?: [number, number];
}

export interface Instrumented {
  contents: Map<string, string>;
  mutants: (Mutant & { id: string; fileName: string })[];
}

/** `modules` is where Stryker is. */
export async function instrument(root: string, modules: string, places: Place[]): Promise<Instrumented> {
  const { Instrumenter } = await import(
    pathToFileURL(join(modules, '@stryker-mutator/instrumenter/dist/src/index.js')).href
  );
  const files = [...groupBy(places, ({ file }) => file)].map(([file, windows]) => ({
    name: join(root, file),
    content: readFileSync(join(root, file), 'utf8'),
    mutate:
      windows[0]?.lines === undefined ||
      windows.map(({ lines = [1, 1] }) => ({
        start: { line: lines[0] - 1, column: 0 },
        end: { line: lines[1], column: 0 },
      })),
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
  const made = await new Instrumenter(QUIET).instrument(files, options);
  const contents = made.files.map((file: { name: string; content: string }) => [file.name, file.content]);
  return { contents: new Map(contents), mutants: made.mutants };
}

/** One bundle for each file of tests, so that none of them shares its modules with another. */
export async function bundleTests(
  root: string,
  tests: string[],
  contents: Map<string, string>,
): Promise<string[]> {
  // Within the project, so that packages are found.
  const out = join(root, `node_modules/.cache/mutants-${process.pid}`);
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  mkdirSync(out, { recursive: true });
  const bundles: string[] = [];
  for (const test of tests) {
    const outfile = join(out, `${test.replace(/\W/g, '-')}.mjs`);
    await build({
      entryPoints: [join(root, test)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      logLevel: 'error',
      plugins: [mocked(join(root, test)), mutated(contents)],
    });
    bundles.push(outfile);
  }
  return bundles;
}

/** The files with their mutants, and with the place that each has in the project. */
function mutated(contents: Map<string, string>): Plugin {
  return {
    name: 'mutated',
    setup(one) {
      one.onResolve({ filter: /^vitest$/ }, () => ({ path: SHIM, external: true }));
      one.onLoad({ filter: /\.(ts|tsx|mjs|js)$/ }, ({ path }) => ({
        contents: (contents.has(path) ? `${ASIDE}${contents.get(path)}${BACK}` : readFileSync(path, 'utf8'))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }));
    },
  };
}

/** `vi.mock('../a.js', () => ({ b: … }))`: what a test puts in the place of a module. */
function mocked(test: string): Plugin {
  const text = readFileSync(test, 'utf8');
  const [, path, factory = ''] = /^vi\.mock\('([^']+)', (.*)\);$/m.exec(text) ?? [];
  return {
    name: 'mocked',
    setup(one) {
      if (path === undefined) return;
      const target = resolve(dirname(test), path);
      one.onResolve({ filter: /^\./ }, ({ path: asked, resolveDir }) =>
        resolve(resolveDir, asked) === target ? { path: target, namespace: 'mock' } : undefined,
      );
      one.onLoad({ filter: /.*/, namespace: 'mock' }, () => {
        const names = [...factory.matchAll(/(\w+):/g)].map(([, name]) => name);
        return { contents: `export const { ${names.join(', ')} } = (${factory})();`, loader: 'ts' };
      });
    },
  };
}
