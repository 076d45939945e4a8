import { applyPatch, createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import { unifiedDiff } from './unified-diff.js';

const apply = (before: string, patch: string) =>
  applyPatch(before, patch, { fuzzFactor: 0, autoConvertLineEndings: false });

describe('unifiedDiff', () => {
  it('is empty when nothing differs', () => {
    expect(unifiedDiff('a\nb', 'a\nb', 'f')).toBe('');
  });

  it.each([
    ['a line more', '1\n2\n3\n4\n5\n6\n', '1\n2\n3\nx\n4\n5\n6\n'],
    ['a line less', '1\n2\n3\n4\n5\n6\n', '1\n2\n3\n5\n6\n'],
    [
      'two places far apart',
      `${'a\n'.repeat(9)}b\nc\n${'d\n'.repeat(9)}`,
      `x\n${'a\n'.repeat(9)}c\n${'d\n'.repeat(9)}`,
    ],
    ['the last line without its end', '1\n2\n3', '1\n2\n4'],
    ['a line end that is new', '1\n2', '1\n2\n'],
    ['a text out of nothing', '', '1\n2\n'],
    ['nothing out of a text', '1\n2\n', ''],
  ])('%s: as another program writes it', (_what, before, after) => {
    const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
    const theirs = createTwoFilesPatch('a/f', 'b/f', before, after, undefined, undefined, options);
    expect(unifiedDiff(before, after, 'f')).toBe(theirs);
  });

  it('makes the new text out of the old one, whatever they are', () => {
    const line = fc.constantFrom('', 'a', 'b', 'c', 'd\r', '- e', '\\ f');
    const text = fc
      .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('', '\n'))
      .map(([lines, end]) => lines.join('\n') + end);
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        expect(apply(before, unifiedDiff(before, after, 'f'))).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the common end of texts that never meet', () => {
    const block = (name: string) => Array.from({ length: 40 }, (_, i) => `${name}${i}\n`).join('');
    const end = block('end ');
    const patch = unifiedDiff(block('old ') + end, block('new ') + end, 'f');
    expect(patch.split('\n').filter((shown) => /^[ +-]end/.test(shown))).toEqual([
      ' end 0',
      ' end 1',
      ' end 2',
    ]);
  });

  it('is quick for a text with many changes', () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i % 50}\n`);
    const changed = lines.flatMap((same, i) => (i % 10 === 0 ? [same, 'required\n', 'closed\n'] : [same]));
    const started = performance.now();
    const patch = unifiedDiff(lines.join(''), changed.join(''), 'f');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(patch.match(/^\+/gm)?.length).toBe(20_001);
  });
});
