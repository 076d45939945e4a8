import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DEFENCES } from '../eval/lib/campaign/defences.js';

const root = fileURLToPath(new URL('..', import.meta.url));

it.each(DEFENCES)(
  'the code that defends against $threat is where the campaign takes it away: $gone',
  (defence) => {
    const { file, from, to, tests } = defence;
    expect(readFileSync(join(root, file), 'utf8').split(from), file).toHaveLength(2);
    expect(to).not.toBe(from);
    for (const name of tests) expect(() => readFileSync(join(root, name))).not.toThrow();
  },
);
