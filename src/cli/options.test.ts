import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import {
  files,
  fromOption,
  names,
  percent,
  portOption,
  rate,
  renamed,
  type ServingFlags,
  servedOn,
  servingOption,
  severityOptions,
  shard,
} from './options.js';

afterEach(() => void vi.restoreAllMocks());

/** What a command makes of its words, and what it says on stderr. */
function parse(command: Command, ...words: string[]): { options: Record<string, unknown>; told: string } {
  let told = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
  command.exitOverride().configureOutput({ outputError: () => {} });
  command.action(() => {}).parse(words, { from: 'user' });
  return { options: command.opts(), told };
}

describe('--shard', () => {
  it.each(['0/4', '5/4', '1', 'a/b', '1/0', '-1/4', '1/4/2'])('refuses %s', (text) => {
    expect(() => shard(text)).toThrow('such as 1/4');
  });

  it('reads 2/4', () => {
    expect(shard('2/4')).toEqual({ index: 2, total: 4 });
  });
});

describe('lists', () => {
  it('are repeated, separated by commas, or both, and hold each name once', () => {
    const command = new Command('x').option('--tag <tag>', '', names);
    expect(parse(command, '--tag', 'a,b', '--tag', 'c', '--tag', 'a').options).toEqual({
      tag: ['a', 'b', 'c'],
    });
  });

  it('of files know a file whose own name holds a comma', () => {
    const path = join(folder(), 'a,b.json');
    expect(files(path)).toHaveLength(2);
    writeFileSync(path, '{}');
    expect(files(path, ['first'])).toEqual(['first', path]);
  });

  it.each(['', ' ', ',', ' , '])('refuse %j', (text) => {
    expect(() => names(text)).toThrow('Write one name or several');
  });
});

describe('rates', () => {
  it.each([
    ['0.05', 0.05],
    ['5%', 0.05],
    ['.5', 0.5],
    ['100 %', 1],
    ['0', 0],
  ])('%s is a share of %d', (text, value) => {
    expect(rate(text)).toBeCloseTo(value, 12);
  });

  it.each(['5', '101%', '-1', 'x', '', '0.2.3'])('%s is no share', (text) => {
    expect(() => rate(text)).toThrow('20%');
  });

  it.each([
    ['80', 80],
    ['80%', 80],
    ['0.5%', 0.5],
    ['0', 0],
  ])('%s is %d percent', (text, value) => {
    expect(percent(text)).toBe(value);
  });

  it.each(['0.8', '101', '-1', 'x', ''])(
    '%s is no percentage; a gate of 0.8 percent would hold nothing',
    (text) => {
      expect(() => percent(text)).toThrow('such as 80 or 80%');
    },
  );
});

describe('severities', () => {
  it.each(['lint', 'security'])('%s takes the words of either vocabulary, in any case', (name) => {
    for (const [word, read] of [
      ['Critical', 'critical'],
      ['WARNING', 'warning'],
      ['high', 'high'],
      ['low', 'low'],
    ] as const)
      expect(parse(severityOptions(new Command(name), 'high'), '--fail-on', word).options.failOn).toBe(read);
    expect(() => parse(severityOptions(new Command(name), 'high'), '--fail-on', 'bad')).toThrow(
      'Write one of',
    );
  });

  it('has the default of the command', () => {
    expect(parse(severityOptions(new Command('x'), 'critical')).options.failOn).toBe('critical');
  });
});

describe('an old spelling', () => {
  const command = (): Command => renamed(fromOption(new Command('x')), '--catalog <file>', '--from');

  it('does what the new one does, beside it, and says what to write in one line', () => {
    const { options, told } = parse(command(), '--catalog', 'a,b', '--from', 'c');
    expect(options.from).toEqual(['a', 'b', 'c']);
    expect(told).toBe(
      'mcptest: --catalog is now --from; the old spelling will be gone in the next version\n',
    );
  });

  it('is in no help', () => {
    expect(command().helpInformation()).not.toContain('--catalog');
  });

  it('of nothing that is there cannot be declared', () => {
    expect(() => renamed(new Command('x'), '--a', '--b')).toThrow('x has no --b');
  });
});

describe('--http, --sse and --port', () => {
  const serving = (...words: string[]): { on: number | undefined; told: string } => {
    const command = portOption(new Command('mock'))
      .addOption(servingOption('--http', ''))
      .addOption(servingOption('--sse', ''));
    const { options, told } = parse(command, ...words);
    return { on: servedOn(options as ServingFlags), told };
  };

  it.each([
    [[], undefined],
    [['--http'], 0],
    [['--sse'], 0],
    [['--http', '--port', '8931'], 8931],
    [['--sse', '--port', '8931'], 8931],
    [['--port', '8931'], 8931],
  ])('%j serves on %s', (words, port) => {
    expect(serving(...words)).toEqual({ on: port, told: '' });
  });

  it('a port behind --http is read, with a hint', () => {
    const { on, told } = serving('--http', '8931');
    expect(on).toBe(8931);
    expect(told).toContain('--http 8931 is now --http --port 8931');
  });
});
