import { expect, test } from 'vitest';
import fc from '../../../test/lib/properties.js';
import { decodeUtf8 } from '../session/utf8.js';
import { LineSplitter } from './line-splitter.js';

function split(chunks: Buffer[], cap: number) {
  const lines: string[] = [];
  let tooLarge = 0;
  const splitter = new LineSplitter(cap, {
    line: (bytes) => lines.push(bytes.toString('utf8')),
    tooLarge: () => tooLarge++,
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, tooLarge };
}

test('lines come out whole however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 7 }), (words, size) => {
      const lines = words.map((word) => word.replaceAll('\n', ' '));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      expect(split(chunks, 1e6)).toEqual({ lines, tooLarge: 0 });
    }),
  );
});

test('a last line without its newline counts', () => {
  expect(split([Buffer.from('a\nb')], 10).lines).toEqual(['a', 'b']);
});

test('the cap holds for a line in one chunk and in many, and is told once', () => {
  expect(split([Buffer.from('ok\n12345\nlater\n')], 4)).toEqual({ lines: ['ok'], tooLarge: 1 });
  expect(split([Buffer.from('123'), Buffer.from('45'), Buffer.from('6\n')], 4)).toEqual({
    lines: [],
    tooLarge: 1,
  });
});

test('a server that writes byte by byte costs no more memory than its bytes', () => {
  const splitter = new LineSplitter(1e7, { line: () => {}, tooLarge: () => {} });
  const before = process.memoryUsage();
  for (let i = 0; i < 1e6; i++) splitter.push(Buffer.from('x'));
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(60e6);
  splitter.end();
});

test('the first byte that is not UTF-8 is found', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(0xff, 0xc0, 0x80),
      (a, b, bad) => {
        const bytes = Buffer.concat([Buffer.from(a), Buffer.of(bad), Buffer.from(b)]);
        expect(decodeUtf8(bytes)).toEqual({ ok: false, offset: Buffer.byteLength(a) });
        expect(decodeUtf8(Buffer.from(a))).toEqual({ ok: true, text: a });
      },
    ),
  );
});
