/** Code of a room with all its mutants in it, switched by a number, in a bundle with the tests. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { groupBy } from '../../../src/util/group-by.js';
import type { Mutant } from './report.js';

const SHIMS: Record<string, string> = {
  vitest: fileURLToPath(new URL('vitest-shim.mjs', import.meta.url)),
  'fast-check': fileURLToPath(new URL('fast-check-shim.mjs', import.meta.url)),
};
const SWITCHES = JSON.stringify(fileURLToPath(new URL('switches.mjs', import.meta.url)));
const QUIET = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {}, error() {} };

/** A module that a test loads late is read for all tests after it: what runs meanwhile is not of this test alone. */
const BEFORE = `import * as mutants__ from ${SWITCHES}; const outer__ = mutants__.beginReading();`;
const AFTER = '\nmutants__.endReading(outer__);\n';

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
  const contents = made.files.map(({ name, content }: { name: string; content: string }) => [
    name,
    quick(content),
  ]);
  return { contents: new Map(contents), mutants: made.mutants };
}

/** The code with the switches of `switches.mjs` in the place of those that Stryker wrote. */
function quick(text: string): string {
  const code = text
    .replace(
      /function stryNS_9fa48\(\)[\s\S]*?stryMutAct_9fa48 = isActive;\s*return isActive\(id\);\s*\}/,
      '',
    )
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, '(mutants__.on === $1 && mutants__.hit())')
    .replace(
      /stryCov_9fa48\(([^)]*)\)/g,
      (_, ids: string) =>
        `(mutants__.isNoting && (${ids.replace(/"(\d+)"/g, 'mutants__.counts[$1]++')}, mutants__.tick()))`,
    );
  if (code.includes('_9fa48')) throw new Error('Stryker writes its switches in another way now');
  return `${BEFORE}${code}${AFTER}`;
}

/**
 * All tests in one bundle, as vitest runs them in one process: it is read once for a mutant that is there while modules
 * are read. Those that put another module in the place of one have a bundle of their own.
 */
export async function bundleTests(
  root: string,
  tests: string[],
  contents: Map<string, string>,
): Promise<string[]> {
  // Within the project, so that packages are found.
  const out = join(root, `node_modules/.cache/mutants-${process.pid}`);
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  mkdirSync(out, { recursive: true });
  const paths = tests.map((test) => join(root, test));
  const alone = paths.filter((path) => mockOf(path) !== undefined);
  const together = paths.filter((path) => !alone.includes(path));
  const lots = [together, ...alone.map((path) => [path])].filter((lot) => lot.length > 0);
  const bundles: string[] = [];
  for (const [at, lot] of lots.entries()) {
    const outfile = join(out, `${at}.mjs`);
    const imports = lot.map((path) => `import ${JSON.stringify(path)};`).join('\n');
    await build({
      stdin: { contents: imports, resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      // The package says that its modules do nothing while they are read; those of tests do.
      ignoreAnnotations: true,
      logLevel: 'error',
      plugins: [mocked(lot[0] ?? ''), mutated(contents)],
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
      one.onResolve({ filter: /^(vitest|fast-check)$/ }, ({ path }) => ({
        path: SHIMS[path],
        external: true,
      }));
      one.onResolve({ filter: /switches\.mjs$/ }, ({ path }) => ({ path, external: true }));
      one.onLoad({ filter: /\.(ts|tsx|mjs|js)$/ }, ({ path }) => ({
        contents: (contents.get(path) ?? readFileSync(path, 'utf8'))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }));
    },
  };
}

/** `vi.mock('../a.js', () => ({ b: … }))`: what a test puts in the place of a module. */
function mockOf(test: string): { path: string; factory: string } | undefined {
  const [, path, factory = ''] = /^vi\.mock\('([^']+)', (.*)\);$/m.exec(readFileSync(test, 'utf8')) ?? [];
  return path === undefined ? undefined : { path, factory };
}

function mocked(test: string): Plugin {
  const { path, factory = '' } = mockOf(test) ?? {};
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
