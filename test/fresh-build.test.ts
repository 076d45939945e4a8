/** When dist/ counts as built from the files of today. */
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashInputs, isFresh, STAMP } from '../scripts/build-inputs.mjs';
import { folder } from './lib/cli.js';

describe('a build', () => {
  it('is stale where there is none, or one that says nothing of its origin', () => {
    const house = built();
    rmSync(join(house, 'dist', STAMP));
    expect(isFresh(house)).toBe(false);
    rmSync(join(house, 'dist'), { recursive: true });
    expect(isFresh(house)).toBe(false);
  });

  it.each([
    ['a source that changed', (house: string) => write(house, 'src/room/one.ts', 'export const one = 2;')],
    ['a new source', (house: string) => write(house, 'src/room/two.ts', '')],
    ['a style sheet', (house: string) => write(house, 'src/page/style.css', 'p { margin: 0 }')],
    ['a source that went', (house: string) => rmSync(join(house, 'src/room/one.ts'))],
    ['the build itself', (house: string) => write(house, 'scripts/build.mjs', '// other')],
    ['a dependency', (house: string) => write(house, 'package-lock.json', '{}')],
  ])('is stale after %s', (_, change) => {
    const house = built();
    expect(isFresh(house)).toBe(true);
    change(house);
    expect(isFresh(house)).toBe(false);
  });

  it('is stale for whoever needs the types, until these are built too', () => {
    const house = built();
    expect(isFresh(house, { types: true })).toBe(false);
    write(house, `dist/${STAMP}`, `${hashInputs(house)}\n${hashInputs(house)}`);
    expect(isFresh(house, { types: true })).toBe(true);
    expect(isFresh(house)).toBe(true);
  });

  it('is stale after a move, though the text is the same', () => {
    const house = built();
    write(house, 'src/other/one.ts', readFileSync(join(house, 'src/room/one.ts'), 'utf8'));
    rmSync(join(house, 'src/room/one.ts'));
    expect(isFresh(house)).toBe(false);
  });

  it('stays fresh where only a test, a time or the bundle of the page changed', () => {
    const house = built();
    write(house, 'src/room/one.test.ts', 'it');
    write(house, 'src/page/bundle.generated.ts', 'x');
    utimesSync(join(house, 'src/room/one.ts'), new Date(), new Date());
    expect(isFresh(house)).toBe(true);
  });
});

/** A small project with a build of it. */
function built(): string {
  const house = folder();
  write(house, 'src/room/one.ts', 'export const one = 1;');
  write(house, 'scripts/build.mjs', '');
  write(house, 'package.json', '{}');
  write(house, 'dist/cli.js', '');
  write(house, `dist/${STAMP}`, hashInputs(house));
  return house;
}

function write(house: string, file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}
