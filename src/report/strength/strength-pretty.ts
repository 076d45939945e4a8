/** What `mcptest mutate` prints for a person: the figure, hollow tests first, what survived and the line that catches it. */
import type { RunEnvelope } from '../../types/envelope.js';
import type { Strength, TestStrength } from '../../types/strength.js';
import { plural } from '../../util/text.js';
import { ratePercent, strengthText } from '../counts.js';
import { cut, pad } from '../text/columns.js';
import { givenLines, lineOf } from '../text/given-lines.js';
import { type Colour, type Paint, painter } from '../text/paint.js';
import { pasteable, safe, safeClip, unlikeCommand } from '../text/safe-text.js';

const MAX_TESTS = 40;
const MAX_SURVIVORS = 5;
const MAX_UNMEASURED = 10;

/** Longer than any line: nothing is cut. */
const WHOLE = 1_000_000;

interface Manner {
  width: number;
  color: boolean;
  /** Nothing is cut to the width. */
  whole?: boolean;
  /** Every test and every survivor, however many. */
  verbose?: boolean;
}

export function strengthPretty(
  strength: Strength,
  { width, color, whole = false, verbose = false }: Manner,
): string {
  const paint = painter(color);
  const room = { width: whole || verbose ? WHOLE : width, all: verbose };
  const weak = strength.tests.filter(({ survivors }) => survivors.length > 0);
  const most = verbose ? weak.length : MAX_TESTS;
  const sections = [
    weak.slice(0, most).flatMap((test) => testLines(test, room, paint)),
    weak.length > most ? [`… and ${plural(weak.length - most, 'more test')} with survivors`] : [],
    familyLines(strength),
    unmeasuredLines(strength, room),
    uncalledLines(strength, room),
    closing(strength, paint),
  ];
  const lines = sections.filter((one) => one.length > 0).flatMap((one) => [...one, '']);
  return `${lines.slice(0, -1).map(unlikeCommand).join('\n')}\n`;
}

interface Room {
  width: number;
  /** Lists are not cut. */
  all: boolean;
}

function testLines(test: TestStrength, { width, all }: Room, paint: Paint): string[] {
  const most = all ? test.survivors.length : MAX_SURVIVORS;
  const mark = test.hollow ? paint('red', 'hollow') : paint('yellow', ratePercent(test.rate));
  const head = `${mark}  ${paint('bold', cut(safe(test.name), width - 12))}  ${test.killed} of ${test.mutants} noticed`;
  const where = paint('dim', `${safe(test.file)}:${test.line}`);
  const told = test.survivors.slice(0, most).flatMap(({ family, path, change, suggestion }) =>
    givenLines(
      `    ${family}  ${safeClip(path, all ? WHOLE : 100)}: ${safeClip(change, all ? WHOLE : 160)}`,
      lineOf(pasteable(suggestion), (line) => paint('green', `      ${line}`)),
    ),
  );
  const more = test.survivors.length - most;
  return ['', head, `  ${where}`, ...told, ...(more > 0 ? [`    … and ${more} more survived`] : [])].slice(1);
}

function familyLines({ families }: Strength): string[] {
  if (families.length === 0) return [];
  const rows = families.map(({ family, killed, mutants, rate }) => {
    return `  ${pad(family, 8)}${ratePercent(rate).padStart(6)}  ${killed} of ${mutants}`;
  });
  return ['By family', ...rows];
}

function unmeasuredLines({ unmeasured = [] }: Strength, { width, all }: Room): string[] {
  if (unmeasured.length === 0) return [];
  const most = all ? unmeasured.length : MAX_UNMEASURED;
  const rows = unmeasured
    .slice(0, most)
    .map(({ name, reason }) => cut(`  ${safeClip(name, 80)}: ${safeClip(reason, 300)}`, width));
  const more = unmeasured.length - most;
  return ['Not measured', ...rows, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

function uncalledLines({ uncalled = [] }: Strength, { width }: Room): string[] {
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
      return paint('yellow', `  ? ${what} cannot be compared with ${min} %: nothing could be measured`);
    return passed
      ? paint('green', `  ✓ ${what}: ${ratePercent(own)}, at least ${min} % required`)
      : paint('red', `  ✗ ${what}: ${ratePercent(own)}, but ${min} % required`);
  });
  return [paint(colour, first), ...judged];
}

const WORDS: Record<number, [Colour, string]> = { 0: ['green', 'PASS'], 1: ['red', 'FAIL'] };

/** What the exit code says, and why: all that `--quiet` shows, with the figure; else the last line, if there is trouble. */
export function strengthVerdict(
  { strength, envelope, exit_code }: { strength: Strength; envelope: RunEnvelope; exit_code: number },
  color: boolean,
  withFigure = false,
): string {
  const isFine = exit_code === 0;
  if (isFine && !withFigure) return '';
  const { failed, inconclusive } = envelope.summary;
  const missed = (strength.gates ?? []).filter(({ passed }) => passed === false);
  const [colour, word] = WORDS[exit_code] ?? ['yellow', 'INCONCLUSIVE'];
  const why = [
    ...missed.map(({ min }) => `below the bar of ${min} %`),
    failed > 0 ? `${plural(failed, 'test')} failed and ${failed === 1 ? 'was' : 'were'} not measured` : '',
    inconclusive > 0 ? `${plural(inconclusive, 'test')} inconclusive` : '',
    strength.mutants === 0 ? 'nothing could be measured' : '',
  ];
  const told = [withFigure ? strengthText(strength) : '', ...(isFine ? [] : why)]
    .filter((part) => part !== '')
    .join('; ');
  return `${[painter(color)(colour, word), told].filter((part) => part !== '').join('  ')}\n`;
}
