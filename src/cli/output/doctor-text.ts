/** What doctor found, for a person: the steps in order, the remedy under the one that failed. */
import { columns, wrap } from '../../report/text/columns.js';
import { type Colour, type Paint, painter } from '../../report/text/paint.js';
import { clip, oneLine } from '../../util/text.js';
import type { DoctorReport, Examination } from '../../verbs/doctor.js';
import type { TextStyle } from './terminal.js';

const MARKS: Record<Examination['steps'][number]['status'], [Colour, string]> = {
  pass: ['green', '✓'],
  warn: ['yellow', '!'],
  fail: ['red', '✗'],
  skip: ['dim', '-'],
};
const TITLE = 19;
const MAX_LINES = 8;

export function examinationText(one: Examination, style: TextStyle): string {
  const paint = painter(style.color);
  const width = Math.min(120, Math.max(50, style.width));
  const beside = (indent: number, text: string): string[] => wrap(oneLine(text), width - indent, MAX_LINES);
  // One line, however long: a command that is cut cannot be copied.
  const out = [paint('bold', clip(oneLine(`${one.server}: ${one.target}`), 1000))];
  for (const step of one.steps) out.push(...stepLines(step, width, paint));
  const remarks: [string, string][] = one.hints.map((hint) => ['hint', hint]);
  if (one.token_surface) remarks.unshift(['tokens', surfaceText(one.token_surface)]);
  for (const [label, text] of remarks) {
    const head = `  ${label}: `;
    for (const [at, line] of beside(head.length, text).entries())
      out.push((at === 0 ? head : ' '.repeat(head.length)) + line);
  }
  const failed = one.steps.find(({ id }) => id === one.failed);
  const word = {
    pass: paint('green', 'OK'),
    fail: paint('red', 'FAIL'),
    unreachable: paint('yellow', 'UNREACHABLE'),
  }[one.verdict];
  out.push(`${word}  ${oneLine(one.server)}${failed ? `: ${failed.title}` : ''}`, '', '');
  return out.join('\n');
}

function stepLines(step: Examination['steps'][number], width: number, paint: Paint): string[] {
  const { status, title, detail, stderr = [], remedy } = step;
  const [colour, mark] = MARKS[status];
  const room = ' '.repeat(4 + TITLE);
  const [first = '', ...rest] = wrap(oneLine(detail), width - room.length, MAX_LINES);
  const head = title.padEnd(TITLE) + first;
  const advice = remedy === undefined ? [] : wrap(oneLine(remedy), width - room.length - 2, MAX_LINES);
  return [
    `  ${paint(colour, mark)} ${status === 'skip' ? paint('dim', head) : head}`,
    ...rest.map((line) => room + line),
    // One line each, however long: what says why is not cut.
    ...stderr.map((line) => `${room}${paint('dim', '|')} ${oneLine(line.trim())}`),
    ...advice.map((line, at) => room + paint('cyan', `${at === 0 ? '→' : ' '} ${line}`)),
  ];
}

function surfaceText({ tokens, tools, dearest }: NonNullable<Examination['token_surface']>): string {
  const dear = dearest.map((tool) => `${clip(oneLine(tool.name), 60)} ${tool.tokens}`).join(', ');
  const whole = `${tokens} each time a model sees ${tools === 1 ? 'the tool' : `the ${tools} tools`}`;
  // With as many tools as are shown there is no dearest.
  return tools > dearest.length ? `${whole}; most: ${dear}` : `${whole}: ${dear}`;
}

/** What follows the examinations. */
export function doctorText({ declared, notes }: DoctorReport, style: TextStyle): string {
  const paint = painter(style.color);
  const width = Math.min(120, Math.max(50, style.width));
  const out: string[] = [];
  if (declared.length > 0)
    out.push(paint('bold', 'Declared for MCP clients (look at one with: mcptest doctor NAME)'));
  for (const { name, client, file, target, hints } of declared) {
    const head = `  ${oneLine(name)}  ${client}, ${oneLine(file)}`;
    const rest = oneLine(target);
    const fits = columns(head) + 2 + columns(rest) <= width;
    out.push(fits ? `${head}  ${paint('dim', rest)}` : head);
    if (!fits) out.push(...wrap(rest, width - 6, 3).map((line) => `      ${paint('dim', line)}`));
    for (const hint of hints)
      out.push(...wrap(`hint: ${oneLine(hint)}`, width - 6, 3).map((line) => `      ${line}`));
  }
  for (const note of notes) out.push(...wrap(`note: ${oneLine(note)}`, width, 3));
  return out.length === 0 ? '' : `${out.join('\n')}\n`;
}
