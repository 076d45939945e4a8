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

describe('diedAtStart', () => {
  const command = 'node server.js';

  it.each([
    ['Error: GITHUB_TOKEN is not set', '--pass-env GITHUB_TOKEN,'],
    ['NODE_ENV is production | missing API key', '--pass-env NAME,'],
    ["Error: Cannot find module 'x'", 'A dependency is missing'],
    ["ModuleNotFoundError: No module named 'mcp'", 'A dependency is missing'],
    ['listen EADDRINUSE: address already in use :::3000', 'Its port is taken'],
    ['something else', `Run it by hand and read what it prints: ${command}`],
    ['', `Run it by hand and read what it prints: ${command}`],
  ])('%j: %s', (stderr, remedy) => {
    expect(diedAtStart(stderr, command)).toContain(remedy);
  });

  it('pays no attention to the options of a help text', () => {
    const help = 'unknown option --prot | --token TOKEN  the token to use | -k, --api-key KEY';
    expect(diedAtStart(help, command)).toContain('Run it by hand');
  });
});

describe('faultRemedy', () => {
  it('has its own words for a known fault, and general ones for others', () => {
    expect(faultRemedy('duplicate-id')).toBe('Answer each request once.');
    expect(faultRemedy('no-such-fault')).toContain('specification');
  });
});
