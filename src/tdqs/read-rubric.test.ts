import { describe, expect, it } from 'vitest';
import { readRubric } from './read-rubric.js';
import { DEFAULT_RUBRIC, fillTemplate } from './rubric.js';

describe('a rubric of the user', () => {
  it('replaces what it names and keeps the rest', () => {
    const rubric = readRubric({ tool: { system: 'Grade it.' } }, 'mine.yml');
    expect(rubric.tool).toEqual({ system: 'Grade it.', prompt: DEFAULT_RUBRIC.tool.prompt });
    expect(rubric.server).toEqual(DEFAULT_RUBRIC.server);
  });

  it('has an id that changes with its wording', () => {
    const one = readRubric({ id: 'house', tool: { system: 'A.' } }, 'mine.yml');
    const two = readRubric({ id: 'house', tool: { system: 'B.' } }, 'mine.yml');
    expect(one.id).toMatch(/^house@[0-9a-f]{8}$/);
    expect(two.id).not.toBe(one.id);
    expect(readRubric({ tool: { system: 'A.' } }, 'dir/mine.yml').id).toMatch(/^mine@/);
  });

  it.each([
    [null, 'not a map'],
    [{}, 'neither'],
    [{ tools: {} }, 'no key `tools`'],
    [{ tool: { system: 3 } }, '`tool.system` is not text'],
    [{ tool: { prompt: 'Look: {descripton}' } }, '{descripton}'],
  ])('is refused when it is %j', (document, why) => {
    expect(() => readRubric(document, 'mine.yml')).toThrow(
      expect.objectContaining({ code: 'bad-rubric', message: expect.stringContaining(why) }),
    );
  });

  it('is filled in one pass: a value with braces stays what it is', () => {
    expect(fillTemplate('{a} {b} {c}', { a: '{b}', b: '$&', toString: 'no' } as Record<string, string>)).toBe(
      '{b} $& {c}',
    );
  });
});
