import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diedAtStart, faultRemedy, missingProgram } from './remedies.js';

describe('missingProgram', () => {
  it('says what brings a well-known program, whatever its ending', () => {
    expect(missingProgram('npx')).toContain('Install Node.js');
    expect(missingProgram('uvx.EXE')).toContain('Install uv');
    expect(missingProgram('npx.cmd')).toBe(missingProgram('npx'));
  });

  it('speaks of PATH for any other', () => {
    expect(missingProgram('my-server')).toMatch(/^A program .*PATH/);
    expect(missingProgram('constructor')).toBe(missingProgram('my-server'));
  });
});

it('who dies without a word that is known has to be run by hand', () => {
  const died = (stderr: string) => diedAtStart({ stderr, argv: ['node', 'a b.js'], cwd: '/', env: {} });
  expect(died('')).toBe('Run it by hand and read what it prints: node "a b.js"');
  expect(died('Error: MY_TOKEN is not set')).toContain('--pass-env MY_TOKEN');
});

describe('faultRemedy', () => {
  it('has words of its own for every fault that the client tells', () => {
    const folder = join(import.meta.dirname, '..', 'client');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!test)\.ts$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const told = [...sources.matchAll(/(?:faults\??\.add|endWith)\(\s*'([a-z\d-]+)'|\['([a-z-]+)', `/g)];
    const codes = [
      ...new Set([...told.map(([, add, walk]) => (add ?? walk)!), 'client-refuses', 'server-ended']),
    ];
    expect(codes.length).toBeGreaterThan(30);
    const general = faultRemedy('no-such-fault');
    expect(codes.filter((code) => faultRemedy(code) === general)).toEqual([]);
    const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
    const [, table = ''] = page.split('\n## Faults of servers\n');
    expect(codes.filter((code) => !table.includes(`\`${code}\``))).toEqual([]);
  });
});
