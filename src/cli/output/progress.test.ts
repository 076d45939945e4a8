import { afterEach, expect, it, vi } from 'vitest';
import { sampleCase } from '../../envelope/sample-run.js';
import { progressLine } from './progress.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function terminal(columns: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubEnv('CI', '');
  vi.stubEnv('TERM', 'xterm');
  let text = '';
  const stream = { isTTY: true, columns, write: (chunk: string) => (text += chunk) };
  const line = progressLine(stream as unknown as NodeJS.WriteStream);
  /** What stands on the line now. */
  return { line, shown: () => text.split('\r\x1b[2K').at(-1)! };
}

it('shows the test that runs, even when it began right after another', () => {
  const { line, shown } = terminal(80);
  line.event({ type: 'plan', total: 2 });
  line.event({ type: 'case-start', id: 'a', name: 'first' });
  line.event({ type: 'case-end', result: sampleCase({ verdict: 'fail' }) });
  line.event({ type: 'case-start', id: 'b', name: 'second' });
  vi.advanceTimersByTime(60);
  expect(shown()).toBe('1/2, 1 failed  second');
  line.clear();
  vi.advanceTimersByTime(60);
  expect(shown()).toBe('');
});

it('never takes more columns than there are, wide characters counted as two', () => {
  const { line, shown } = terminal(20);
  line.event({ type: 'case-start', id: 'a', name: '日本語の名前がとても長い' });
  vi.advanceTimersByTime(60);
  expect(shown()).toBe('0/0  日本語の名前…');
});
