/** What is made from code is in step with it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../scripts/lib/generated.js';

const files = await generatedFiles();

describe('generated files', () => {
  it.each(Object.entries(files))('%s is up to date (else: npm run generate)', (file, text) => {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toBe(text);
  });
});
