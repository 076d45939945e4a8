import { describe, expect, it } from 'vitest';
import { Checklist, STDIO_STEPS, type StepId, URL_STEPS } from './checklist.js';

describe('Checklist', () => {
  it('shows every step in order, and those that were not reached as skipped', () => {
    const list = new Checklist(STDIO_STEPS);
    list.pass('start', 'it runs');
    list.pass('command', '/usr/bin/node');
    const steps = list.steps();
    expect(steps.map(({ id }) => id)).toEqual(STDIO_STEPS);
    expect(steps[0]).toEqual({
      id: 'command',
      title: 'command found',
      status: 'pass',
      detail: '/usr/bin/node',
    });
    expect(steps.at(-1)).toMatchObject({ id: 'shutdown', status: 'skip', detail: 'not reached' });
  });

  it('takes the first step in order that failed, whatever was judged first', () => {
    const list = new Checklist(URL_STEPS);
    list.fail('handshake', 'no answer', 'Look at its log.');
    list.fail('dns', 'no such host');
    expect(list.failed).toEqual({ id: 'dns', title: 'DNS', status: 'fail', detail: 'no such host' });
    expect(list.verdict).toBe('unreachable');
  });

  it('keeps the remedy of a step, and no key for one that has none', () => {
    const list = new Checklist(URL_STEPS);
    list.warn('protocol', 'late', 'Be quicker.');
    expect(list.steps().find(({ id }) => id === 'protocol')).toHaveProperty('remedy', 'Be quicker.');
    expect(list.steps()[0]).not.toHaveProperty('remedy');
  });

  it('passes with warnings and skipped steps', () => {
    const list = new Checklist(STDIO_STEPS);
    list.warn('protocol', 'a byte order mark');
    list.skip('call', 'not asked for');
    expect([list.verdict, list.failed]).toEqual(['pass', undefined]);
  });

  it.each<[StepId, string]>([
    ['command', 'unreachable'],
    ['start', 'unreachable'],
    ['auth', 'unreachable'],
    ['first-bytes', 'fail'],
    ['handshake', 'fail'],
    ['shutdown', 'fail'],
  ])('a failed %s step means %s', (id, verdict) => {
    const list = new Checklist(STDIO_STEPS);
    list.fail(id, 'broken');
    expect(list.verdict).toBe(verdict);
  });
});
