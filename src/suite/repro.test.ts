import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { reproAfter, reproLine, runLine, scoreAllLine, scoreLine, shellWord } from './repro.js';

const row = { name: 'adds two', id: 'ab12' };

describe('the command of a test', () => {
  it('has what the run had, and the name in quotes', () => {
    expect(reproLine(row)).toBe('mcptest run --filter "adds two"');
    expect(reproLine({ ...row, path: 'a/b.yml', models: ['m', 'n/o'], runs: 3 })).toBe(
      'mcptest run a/b.yml --models m,n/o --runs 3 --filter "adds two"',
    );
    expect(reproLine({ ...row, path: '-odd', models: ['a b'] })).toBe(
      'mcptest run ./-odd --models "a b" --filter "adds two"',
    );
  });

  it.each([
    ['costs $5', `'costs $5'`],
    ['a `b`', "'a `b`'"],
    ['say "hi"', `'say "hi"'`],
    ['a\\b', `'a\\b'`],
    ['wow!', `'wow!'`],
    ["it's $5", `'it'\\''s $5'`],
    ["it's", `"it's"`],
    ['two\nlines', 'id:ab12'],
    ['hidden\u202e', 'id:ab12'],
  ])('names %j safely', (name, word) => {
    expect(reproLine({ ...row, name })).toBe(`mcptest run --filter ${word}`);
  });

  it('names the tests before it, or says that there are many', () => {
    const earlier = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `t${at}`, id: `i${at}` }));
    expect(reproAfter('mcptest run', [], true)).toBe('mcptest run');
    expect(reproAfter('mcptest run', earlier(3), true)).toBe(
      'mcptest run --filter "t0" --filter "t1" --filter "t2"',
    );
    expect(reproAfter('mcptest run', earlier(4), true)).toBe('mcptest run --with-earlier');
    expect(reproAfter('mcptest run', earlier(4), false)).toContain('--filter "t3"');
  });

  it('scores traces again', () => {
    expect(scoreLine({ ...row, traces: [] })).toBe('mcptest score --filter "adds two"');
    expect(scoreLine({ ...row, path: 's.yml', traces: ['a.json', '-b c.json'] })).toBe(
      'mcptest score --config s.yml --trace a.json --trace "./-b c.json" --filter "adds two"',
    );
  });
});

describe('the command of a whole run', () => {
  const chosen = { filter: ['a b', 're:^x'], tags: ['slow'], skip_tags: ['wip'] };

  it('has the suites, what the run had, and what chose its tests', () => {
    expect(runLine({})).toBe('mcptest run');
    expect(runLine({ paths: ['a.yml', '-b'], profile: 'ci', models: ['m'], runs: 2, ...chosen })).toBe(
      'mcptest run a.yml ./-b --profile ci --models m --runs 2 --tag slow --skip-tag wip --filter "a b" --filter "re:^x"',
    );
  });

  it('scores all traces again', () => {
    expect(
      scoreAllLine({ paths: ['a.yml', 'b.yml'], traces: ['t.json'], from: ['s=c.json'], tags: ['x'] }),
    ).toBe('mcptest score --config a.yml --config b.yml --from s=c.json --trace t.json --tag x');
  });
});

describe('a word for the shell', () => {
  it.each([
    'plain',
    'a@b%c+d=e:f,g./h-i',
    'two words',
    "it's",
    'a$b',
    '',
    'tab\there',
    'line\nend',
    'ü€',
    'nul\u0001x',
  ])('is read back as it was: %j', (text) => {
    expect(execFileSync('sh', ['-c', `printf '%s' ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
  });

  it('is as plain as it can be', () => {
    expect(shellWord('a@b%c+d=e:f,g./h-i')).toBe('a@b%c+d=e:f,g./h-i');
    expect(shellWord('')).toBe('""');
    expect(shellWord('a\tb-c/d.e')).toBe(`"$(printf 'a\\011b-c/d.e')"`);
  });
});
