/** Strength in Markdown: a folded section of a run's report, and what `mcptest mutate --format md` prints. */
import type { Strength, Survivor, Tally, TestStrength } from '../../types/strength.js';
import { plural } from '../../util/text.js';
import { ratePercent, strengthText } from '../counts.js';
import { givenLines, lineOf } from '../text/given-lines.js';
import { code } from '../text/markdown-code.js';
import { pasteable } from '../text/safe-text.js';

const MAX_ROWS = 25;
const MAX_SURVIVORS = 5;
/** GitHub takes comments of 65,536 characters. */
const MAX_COMMENT = 60_000;

/** Folded, with as much of what survived as there is room for. */
export function strengthSection(strength: Strength, taken: number): string[] {
  const body = bodyLines(strength, MAX_COMMENT - taken);
  return [
    `<details><summary>Strength ${strengthText(strength)}</summary>`,
    '',
    ...body,
    '',
    `Next: ${code('mcptest mutate --run latest', 60)}`,
    '',
    '</details>',
    '',
  ];
}

export function strengthMarkdown(strength: Strength): string {
  const head = [
    `## mcptest strength: ${ratePercent(strength.rate)}`,
    '',
    `${strengthText(strength)} (seed ${strength.seed})`,
    '',
    ...gateLines(strength),
  ];
  return `${[...head, ...bodyLines(strength, MAX_COMMENT)].join('\n').trimEnd()}\n`;
}

function gateLines({ gates = [] }: Strength): string[] {
  if (gates.length === 0) return [];
  const lines = gates.map(({ file, min, rate, passed }) => {
    const what = file === undefined ? 'all suites' : code(file, 200);
    if (passed === undefined) return `- ❔ ${what}: at least ${min} % required, nothing could be measured`;
    return `- ${passed ? '✅' : '❌'} ${what}: ${ratePercent(rate)}, at least ${min} % required`;
  });
  return [...lines, ''];
}

function bodyLines(strength: Strength, most: number): string[] {
  const tables = tableLines(strength);
  const untold = untoldLines(strength);
  const size = [...tables, ...untold].join('\n').length;
  return [...tables, ...weakLines(strength, most - size), ...untold];
}

function tableLines({ suites, tools, families }: Strength): string[] {
  const rows = [
    ...suites.slice(0, MAX_ROWS).map((one) => tableRow('suite', one.file, one)),
    ...tools.slice(0, MAX_ROWS).map((one) => tableRow('tool', `${one.server}.${one.tool}`, one)),
    ...families.map((one) => tableRow('family', one.family, one)),
  ];
  if (rows.length === 0) return [];
  return ['| by | | noticed | strength |', '|---|---|---:|---:|', ...rows, ''];
}

function tableRow(kind: string, name: string, { killed, mutants, rate }: Tally): string {
  // In a table even a code span ends at a bar.
  return `| ${kind} | ${code(name, 120).replaceAll('|', '\\|')} | ${killed} of ${mutants} | ${ratePercent(rate)} |`;
}

/** The tests come with the hollow ones first, then the weakest. */
function weakLines({ tests }: Strength, most: number): string[] {
  const weak = tests.filter(({ survivors }) => survivors.length > 0);
  if (weak.length === 0) return [];
  const lines: string[] = [];
  let size = 0;
  let shown = 0;
  for (const test of weak) {
    const own = testLines(test);
    size += own.join('\n').length + 1;
    if (size > most) break;
    lines.push(...own);
    shown += 1;
  }
  const left = weak.length - shown;
  return [
    '#### What survived',
    '',
    ...lines,
    ...(left > 0 ? [`- … and ${plural(left, 'more test')} with survivors`] : []),
    '',
  ];
}

function testLines({ name, file, line, hollow, killed, mutants, survivors }: TestStrength): string[] {
  const more = survivors.length - MAX_SURVIVORS;
  return [
    `- **${code(name, 200)}** ${hollow ? 'is hollow: ' : ''}${killed} of ${mutants} noticed, at ${code(`${file}:${line}`, 200)}`,
    ...survivors.slice(0, MAX_SURVIVORS).flatMap(survivorLines),
    ...(more > 0 ? [`  - … and ${more} more`] : []),
  ];
}

function survivorLines({ family, path, change, suggestion }: Survivor): string[] {
  return givenLines(
    `  - ${code(family, 20)} ${code(path, 100)}: ${code(change, 160)}`,
    lineOf(pasteable(suggestion, 1000), (line) => `    - add ${code(line, 1000)}`),
  );
}

function untoldLines({ unmeasured = [], uncalled = [] }: Strength): string[] {
  const tests = unmeasured.slice(0, MAX_ROWS).map(({ name, reason }) => {
    return `- not measured: ${code(name, 120)}, ${code(reason, 300)}`;
  });
  const more = unmeasured.length - MAX_ROWS;
  const tools = uncalled.slice(0, MAX_ROWS).map(({ server, tools: names }) => {
    return `- no test calls ${code(names.join(', '), 400)} of ${code(server, 80)}`;
  });
  return [...tests, ...(more > 0 ? [`- … and ${more} more not measured`] : []), ...tools];
}
