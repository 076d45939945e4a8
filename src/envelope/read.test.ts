import { describe, expect, it } from 'vitest';
import { McptestError } from '../util/errors.js';
import { envelopeText } from './build.js';
import { readEnvelope } from './read.js';
import { failingCase, sampleCase, sampleRun } from './sample-run.js';

const good = () => JSON.parse(envelopeText(sampleRun([failingCase(), sampleCase()])));

function errorOf(text: string): McptestError {
  try {
    readEnvelope(text, 'run.json');
  } catch (error) {
    if (error instanceof McptestError) return error;
    throw error;
  }
  throw new Error('it was read');
}

it('reads back what was written, byte for byte', () => {
  const text = envelopeText(sampleRun([failingCase(), sampleCase()]));
  expect(envelopeText(readEnvelope(text, 'run.json'))).toBe(text);
  expect(envelopeText(readEnvelope(`\ufeff${text}`, 'run.json'))).toBe(text);
});

it('keeps fields that it does not know', () => {
  const text = JSON.stringify({ ...good(), later: { tdqs: 3.5 } });
  expect(readEnvelope(text, 'run.json')).toHaveProperty('later.tdqs', 3.5);
});

it('refuses a newer version, and says so', () => {
  const error = errorOf(JSON.stringify({ ...good(), version: 3 }));
  expect([error.code, error.exitCode]).toEqual(['envelope-newer', 2]);
  expect(error.message).toContain('version 3');
});

describe('what is no envelope', () => {
  it.each([
    ['', 'envelope-not-json', 'empty'],
    ['<html>', 'envelope-not-json', 'run.json'],
    ['[]', 'envelope-invalid', 'object'],
    ['null', 'envelope-invalid', 'object'],
    ['{}', 'envelope-invalid', 'version'],
    ['{"version":1,"results":[]}', 'envelope-invalid', 'missing'],
    [JSON.stringify({ ...good(), version: 0 }), 'envelope-invalid', 'version 0'],
    [JSON.stringify({ ...good(), version: 0.5 }), 'envelope-invalid', 'version 0.5'],
    [JSON.stringify({ ...good(), verdict: 'green' }), 'envelope-invalid', '/verdict'],
    [JSON.stringify({ ...good(), exit_code: -1 }), 'envelope-invalid', '/exit_code'],
    [JSON.stringify({ ...good(), results: [{ name: 1 }] }), 'envelope-invalid', '/results/0'],
  ])('%.40s', (text, code, part) => {
    const error = errorOf(text);
    expect([error.code, error.exitCode]).toEqual([code, 2]);
    expect(error.message).toContain(part);
    expect(error.message).toContain('run.json');
  });

  it.each([
    ['its verdict and exit code', { verdict: 'pass', exit_code: 0 }],
    ['its exit code alone', { exit_code: 0 }],
    ['its verdict alone', { verdict: 'pass' }],
    ['all of it, with counts', { verdict: 'pass', exit_code: 0, summary: { ...good().summary, failed: 0 } }],
  ])('a run that failed and says by %s that it passed', (_, change) => {
    const error = errorOf(JSON.stringify({ ...good(), ...change }));
    expect([error.code, error.exitCode]).toEqual(['envelope-invalid', 2]);
    expect(error.message).toContain('it was changed afterwards');
    const passed = JSON.stringify({ ...good(), results: [sampleCase()], ...change });
    expect(() => readEnvelope(passed, 'run.json')).not.toThrow();
  });

  it('names the place of a wrong figure deep inside', () => {
    const wrong = good();
    wrong.results[0].figures = { 'tool_selection.f1': null };
    expect(errorOf(JSON.stringify(wrong)).message).toContain('/results/0/figures/tool_selection.f1');
  });
});

it('reads a value nested deeper than the stack', () => {
  const text = envelopeText(sampleRun([failingCase()])).replace(
    '"status: degraded"',
    '['.repeat(50_000) + ']'.repeat(50_000),
  );
  expect(envelopeText(readEnvelope(text, 'run.json'))).toContain('nested deeper');
});
