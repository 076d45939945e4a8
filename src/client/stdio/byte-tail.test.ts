import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ByteTail, stderrLines, tellStderr } from './byte-tail.js';

function tailOf(...chunks: string[]): string {
  const tail = new ByteTail();
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail.text();
}

it('starts at a line', () => {
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n} of the log`);
  expect(tailOf(lines.join('\n'))).toMatch(/^line \d+ of the log\n/);
});

it.each(['', '\n', '\n\n \n'])(
  'shows the beginning of a last line that is too long, however it ends',
  (end) => {
    const text = tailOf('before\n', `fatal: ${'x'.repeat(9000)}${end}`);
    expect(text).toMatch(/^fatal: x+$/);
    expect(tellStderr('gone.', text)).toEqual({
      message: 'gone.',
      stderr: [expect.stringMatching(/^fatal: x+…$/)],
    });
  },
);

it.each(['', '\n'])(
  'shows the beginning of a line of megabytes, so that no secret loses its front',
  (end) => {
    const pieces = Array.from({ length: 40 }, () => 'Bearer s3cr3t-canary-value '.repeat(2500));
    const text = tailOf('before\nfatal: ', ...pieces, end);
    expect(text).toMatch(/^fatal: Bearer s3cr3t-canary-value Bearer /);
    expect(text.length).toBeLessThanOrEqual(4096);
  },
);

it('puts the error before a long help text, and leaves out frames and brackets', () => {
  const help = Array.from({ length: 20 }, (_, n) => `  --flag-${n}   what it does`);
  expect(stderrLines(['starting', 'Error: no depot', 'Usage:', ...help].join('\n'), 3)).toEqual([
    'Error: no depot',
    ...help.slice(-2),
  ]);
  const thrown = [
    'TypeError: no way',
    '    at f (a.js:1)',
    '  [cause]: Error: gone',
    "    code: 'E'",
    '  }',
    '}',
  ];
  expect(stderrLines(thrown.join('\n'))).toEqual([thrown[0], thrown[2], thrown[3]]);
  expect(stderrLines('a\nb\nc', 2)).toEqual(['b', 'c']);
});

it('shows the error that npm tells, not what it writes below every error', () => {
  const failed = 'npm error FetchError: request to http://127.0.0.1:9/x failed, reason: connect ECONNREFUSED';
  const said = [
    'npm error code ECONNREFUSED',
    failed,
    'npm error     at ClientRequest.<anonymous> (index.js:130:14)',
    ...['code', 'errno', 'syscall', 'address', 'port', 'type'].map((key) => `npm error   ${key}: 'x',`),
    'npm error }',
    'npm error',
    'npm error A complete log of this run can be found in: /home/me/.npm/_logs/x.log',
  ];
  const shown = stderrLines(said.join('\n'), 3);
  expect(shown).toEqual([failed, "npm error   port: 'x',", "npm error   type: 'x',"]);
});

it('keeps to the last line that says something, whatever pieces it comes in', () => {
  const long = 'y'.repeat(5000);
  expect(tailOf(`${long}\n`, 'fa', 'tal: ', long, '\n')).toMatch(/^fatal: y+$/);
  expect(tailOf('first\n', long, `\nlast`)).toBe('last');
  expect(tailOf(long, '\nsecond to last\nlast\n')).toBe('second to last\nlast\n');
});

it.each([
  ['in one piece', (text: string) => [text]],
  ['byte by byte', (text: string) => [...text]],
  ['as one byte and the rest', (text: string) => [text.slice(0, 1), text.slice(1)]],
])('shows 4096 bytes whole, and of one more only whole lines: %s', (_, pieces) => {
  const rest = `\n${'z'.repeat(4083)}`;
  expect(tailOf(...pieces(`key=s3cret-1${rest}`))).toBe(`key=s3cret-1${rest}`);
  expect(tailOf(...pieces(`key=s3cret-12${rest}`))).toBe(rest.slice(1));
});

it('holds a few kilobytes of a stream that never ends', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const tail = new ByteTail();
  const chunk = Buffer.alloc(64 * 1024, 'noise without an end\n');
  const before = held();
  for (let pushed = 0; pushed < 20_000; pushed++) tail.push(chunk);
  expect(held() - before).toBeLessThan(16 * 1024 * 1024);
  expect(tail.text()).toMatch(/noise/);
});
