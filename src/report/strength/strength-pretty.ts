/** What `mcptest mutate` prints for a person: the figure, hollow tests first, what survived and the line that catches it. */
import type { Strength, TestStrength } from '../../types/strength.js';
import { plural } from '../../util/text.js';
import { ratePercent, strengthText } from '../counts.js';
import { cut, pad } from '../text/columns.js';
import { givenLines, lineOf } from '../text/given-lines.js';
import { type Paint, painter } from '../text/paint.js';
import { pasteable, safe, safeClip, unlikeCommand } from '../text/safe-text.js';

const MAX_TESTS = 40;
const MAX_SURVIVORS = 5;
const MAX_UNMEASURED = 10;

export function strengthPretty(
  strength: Strength,
  { width, color }: { width: number; color: boolean },
): string {
  const paint = painter(color);
  const weak = strength.tests.filter(({ survivors }) => survivors.length > 0);
  const sections = [
    weak.slice(0, MAX_TESTS).flatMap((test) => testLines(test, width, paint)),
    weak.length > MAX_TESTS ? [`… and ${plural(weak.length - MAX_TESTS, 'more test')} with survivors`] : [],
    familyLines(strength),
    unmeasuredLines(strength, width),
    uncalledLines(strength, width),
    closing(strength, paint),
  ];
  const lines = sections.filter((one) => one.length > 0).flatMap((one) => [...one, '']);
  return `${lines.slice(0, -1).map(unlikeCommand).join('\n')}\n`;
}

function testLines(test: TestStrength, width: number, paint: Paint): string[] {
  const mark = test.hollow ? paint('red', 'hollow') : paint('yellow', ratePercent(test.rate));
  const head = `${mark}  ${paint('bold', cut(safe(test.name), width - 12))}  ${test.killed} of ${test.mutants} noticed`;
  const where = paint('dim', `${safe(test.file)}:${test.line}`);
  const told = test.survivors.slice(0, MAX_SURVIVORS).flatMap(({ family, path, change, suggestion }) =>
    givenLines(
      `    ${family}  ${safeClip(path, 100)}: ${safeClip(change, 160)}`,
      lineOf(pasteable(suggestion), (line) => paint('green', `      ${line}`)),
    ),
  );
  const more = test.survivors.length - MAX_SURVIVORS;
  return ['', head, `  ${where}`, ...told, ...(more > 0 ? [`    … and ${more} more survived`] : [])].slice(1);
}

function familyLines({ families }: Strength): string[] {
  if (families.length === 0) return [];
  const rows = families.map(({ family, killed, mutants, rate }) => {
    return `  ${pad(family, 8)}${ratePercent(rate).padStart(6)}  ${killed} of ${mutants}`;
  });
  return ['By family', ...rows];
}

function unmeasuredLines({ unmeasured = [] }: Strength, width: number): string[] {
  if (unmeasured.length === 0) return [];
  const rows = unmeasured
    .slice(0, MAX_UNMEASURED)
    .map(({ name, reason }) => cut(`  ${safeClip(name, 80)}: ${safeClip(reason, 300)}`, width));
  const more = unmeasured.length - MAX_UNMEASURED;
  return ['Not measured', ...rows, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

function uncalledLines({ uncalled = [] }: Strength, width: number): string[] {
  return uncalled.map(({ server, tools }) =>
    cut(
      `No test calls ${tools.map((name) => safeClip(name, 60)).join(', ')} of ${safe(server)}: nothing there would be noticed`,
      width * 2,
    ),
  );
}

function closing(strength: Strength, paint: Paint): string[] {
  const { rate, tests, gates = [], seed } = strength;
  const colour = tests.every(({ hollow }) => !hollow) && (rate ?? 0) >= 0.8 ? 'green' : 'yellow';
  const first = `Strength ${strengthText(strength)} (seed ${seed})`;
  const judged = gates.map(({ file, min, rate: own, passed }) => {
    const what = file === undefined ? 'all suites' : safe(file);
    if (passed === undefined)
      return paint('yellow', `  ? ${what} cannot be held to ${min} %: nothing could be measured`);
    return passed
      ? paint('green', `  ✓ ${what}: ${ratePercent(own)}, at least ${min} % asked`)
      : paint('red', `  ✗ ${what}: ${ratePercent(own)}, but ${min} % asked`);
  });
  return [paint(colour, first), ...judged];
}
