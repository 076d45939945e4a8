/** Strength for a model that pays for each token: the rate, then what survived with the line to add, hollow tests first. */
import type { Strength, Survivor, TestStrength } from '../../types/strength.js';
import { pasteable, safeClip } from '../text/safe-text.js';

/** So many survivors of one test, so that the next test is heard of too. */
const MAX_SURVIVORS = 3;
const NAME = 200;
const PLACE = 200;

/** `STRENGTH 72% (107/148 noticed, 1 hollow, 2 not measured, seed 1)`. */
export function strengthHead({ rate, killed, mutants, tests, unmeasured, seed }: Strength): string {
  const share = rate === undefined ? 'not measured' : `${Math.floor(rate * 100)}%`;
  const facts = [
    `${killed}/${mutants} noticed`,
    `${tests.filter(({ hollow }) => hollow).length} hollow`,
    `${unmeasured?.length ?? 0} not measured`,
    `seed ${seed}`,
  ];
  return `STRENGTH ${share} (${facts.join(', ')})\n`;
}

/** One survivor, and how many of its test the same line catches. */
interface SurvivorBlock {
  text: string;
  count: number;
}

/** The first of a test begins with the name of the test. */
export function survivorBlocks({ tests }: Strength): SurvivorBlock[] {
  return tests.flatMap((test) =>
    [...byLine(test.survivors)].slice(0, MAX_SURVIVORS).map(([survivor, count], at) => {
      return { text: (at === 0 ? testLine(test) : '') + survivorText(survivor), count };
    }),
  );
}

export function countSurvivors({ tests }: Strength): number {
  return tests.reduce((sum, { survivors }) => sum + survivors.length, 0);
}

/** What one line catches is told once. */
function byLine(survivors: readonly Survivor[]): Map<Survivor, number> {
  const first = new Map<string, Survivor>();
  const counts = new Map<Survivor, number>();
  for (const survivor of survivors) {
    const line = survivor.suggestion ?? survivor.id;
    const told = first.get(line) ?? survivor;
    first.set(line, told);
    counts.set(told, (counts.get(told) ?? 0) + 1);
  }
  return counts;
}

function testLine({ name, file, line, hollow, rate }: TestStrength): string {
  const word = hollow ? 'HOLLOW' : `WEAK ${Math.floor((rate ?? 0) * 100)}%`;
  return `${word} ${safeClip(name, NAME)} (${safeClip(`${file}:${line}`, PLACE)})\n`;
}

function survivorText({ family, path, change, suggestion }: Survivor): string {
  const survived = `  survived: ${safeClip(family, 20)} ${safeClip(path, 100)}: ${safeClip(change, 160)}\n`;
  const add = pasteable(suggestion, 1000);
  return add === undefined ? survived : `${survived}  add: ${add}\n`;
}
