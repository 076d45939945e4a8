/** Readers of files and bytes that others wrote: whatever comes is read or refused in words. `npm run eval:fuzz-parsers` tries more. */
import { describe, expect, it } from 'vitest';
import { grown, mutant, PARSERS, thrownBy } from '../eval/lib/campaign/parsers.js';
import { randomOf } from '../eval/lib/random.js';
import fc from './lib/properties.js';

describe.each(PARSERS)('$name', (parser) => {
  it('reads its own corpus', async () => {
    expect(parser.corpus.length).toBeGreaterThan(0);
    // Not refused either: else only the words of the refusal would be tried.
    for (const good of [...parser.corpus.map((one) => Buffer.from(one)), grown(parser, 2)])
      await parser.read(good);
  });

  it('survives good inputs gone bad', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        expect(await thrownBy(parser, mutant(parser.corpus, randomOf(seed)))).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it('survives any bytes and any text', async () => {
    const any = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 400 }).map((text) => Buffer.from(text)),
      fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(any, async (bytes) => {
        expect(await thrownBy(parser, bytes)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
