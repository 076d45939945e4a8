import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { awaited, stillAwaited } from './awaited.js';

it('names what is waited for until it is there, whether it came or failed', async () => {
  const before = stillAwaited().length;
  let done = () => {};
  const work = awaited('the mail', new Promise<void>((resolve) => (done = resolve)));
  const lost = awaited('the train', Promise.reject(new Error('late')));
  expect(stillAwaited().slice(before)).toEqual(['the mail', 'the train']);
  await expect(lost).rejects.toThrow('late');
  expect(stillAwaited().slice(before)).toEqual(['the mail']);
  done();
  await work;
  expect(stillAwaited()).toHaveLength(before);
});

const AWAITED = new URL('./awaited.ts', import.meta.url).href;

/** What a program does that is told to end, by itself, while its command is still loading. */
function ended(before: string) {
  const program = `
    import { compute, onSignals } from ${JSON.stringify(AWAITED)};
    onSignals(() => {});
    ${before}
    await compute(async () => console.log('computed'));`;
  const { signal, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  return { signal, stdout };
}

it('a signal that came just before a computation ends the process, as one in its midst does', () => {
  expect(ended("process.kill(process.pid, 'SIGTERM');")).toEqual({ signal: 'SIGTERM', stdout: '' });
});

it('without a signal what is computed is computed', () => {
  expect(ended('')).toEqual({ signal: null, stdout: 'computed\n' });
});
