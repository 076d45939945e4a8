/** What a clean checkout and a user's install depend on. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countCl100k } from '../src/tokens/cl100k.js';
import { root } from './lib/cli.js';

const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = json('package-lock.json') as {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
};

describe('package', () => {
  it('has no run-time dependency: everything is bundled', () => {
    const { dependencies = {}, peerDependencies, peerDependenciesMeta, engines } = json('package.json');
    expect(dependencies).toEqual({});
    // Only who runs a registry on PostgreSQL, or tests in Vitest, installs these.
    expect(Object.keys(peerDependencies)).toEqual(['graphile-worker', 'pg', 'vitest']);
    for (const peer of Object.keys(peerDependencies))
      expect(peerDependenciesMeta[peer]).toEqual({ optional: true });
    expect(engines.node).toBe('>=20.19');
  });

  it('counts tokens with its packed ranks as the source does', () => {
    const { countCl100k: packed } = createRequire(import.meta.url)('../dist/cl100k.cjs');
    for (const file of ['README.md', 'package-lock.json', 'test/lib/hostile-run.ts']) {
      const text = readFileSync(join(root, file), 'utf8').slice(0, 100_000);
      expect(packed(text)).toBe(countCl100k(text));
    }
  });

  it('locks no download address', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))).toEqual([]);
  });

  it('locks every optional package, or `npm ci` refuses on another platform', () => {
    const missing = Object.values(lock.packages)
      .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
      .filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });

  it('has at most six MCP servers among its development dependencies', () => {
    const names = Object.keys(json('package.json').devDependencies);
    expect(names.filter((name) => /(^|\/)server-|-mcp(-server)?$/.test(name)).length).toBeLessThanOrEqual(6);
  });
});
