/** `calibration:` a judge is asked about texts that people have labelled, and the two are compared. */
import { type Agreement, agreementOf, type LabelledScore } from '../../judge/agreement.js';
import { questionsOf, rubricId, scoreOf } from '../../match/judging/rubric.js';
import type { CalibrationCall } from '../../types/judging.js';
import type { Judgement } from '../../types/trace.js';
import type { Check } from '../../types/verdict.js';
import { readUpTo } from '../../util/files.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject } from '../../util/plain.js';
import { clip, oneLine, plural } from '../../util/text.js';
import type { Asker, JudgeDesk } from './judge-desk.js';

const MOST_LABELS = 10_000;
/** A yes in the ways in which people write it. */
const YES = new Set(['yes', 'pass', 'true', 'good', '1']);
const NO = new Set(['no', 'fail', 'false', 'bad', '0']);

export interface Calibrated {
  checks: Check[];
  figures: Record<string, number>;
  judgements: Judgement[];
  /** What it was about. */
  judge: { model: string; rubric: string };
}

export async function calibrate(call: CalibrationCall, desk: JudgeDesk, asker: Asker): Promise<Calibrated> {
  const { judge, rubric, threshold } = call;
  const about = { model: judge, rubric: rubricId(rubric) };
  const labels = await readLabels(call.labels);
  if ('problem' in labels) return { ...none(about), checks: [unread(labels.problem)] };
  const questions = questionsOf(rubric);
  const said = await Promise.all(
    labels.map(({ text }) => desk.ask(asker, { by: 'model', judge, ...questions, text })),
  );
  const rows: LabelledScore[] = [];
  for (const [index, { parts }] of said.entries()) {
    const score = parts && scoreOf(rubric, parts);
    if (score !== undefined)
      rows.push({ score, says: score >= threshold - 1e-9, label: labels[index]!.label });
  }
  const missing = said.find(({ problem }) => problem !== undefined);
  if (rows.length < labels.length) {
    const lost = labels.length - rows.length;
    const message = `${plural(lost, 'text')} of ${labels.length} got no score from ${judge}: ${missing?.problem ?? 'its answers do not fit the rubric'}`;
    return { ...none(about), judgements: said, checks: [{ ...unread(message), target: 'calibration.n' }] };
  }
  const found = agreementOf(rows);
  const { n, agreement, kappa, kappa_low, kappa_high, calibration_error } = found;
  const figures = omitUndefined({
    'calibration.n': n,
    'calibration.agreement': agreement,
    'calibration.kappa': kappa,
    'calibration.kappa_low': kappa_low,
    'calibration.kappa_high': kappa_high,
    'calibration.error': calibration_error,
  }) as Record<string, number>;
  return { checks: gates(call, found), figures, judgements: said, judge: about };
}

function none(judge: Calibrated['judge']): Calibrated {
  return { checks: [], figures: {}, judgements: [], judge };
}

function unread(message: string): Check {
  return { target: 'calibration.labels', matcher: 'read', outcome: 'inconclusive', message };
}

/** Kappa is judged by the lower end of its interval: a few texts prove little. */
function gates(call: CalibrationCall, found: Agreement): Check[] {
  const {
    min_agreement,
    min_kappa = call.min_agreement === undefined && call.max_error === undefined ? 0.4 : undefined,
    max_error,
  } = call;
  const { agreement, calibration_error, n } = found;
  const out: Check[] = [];
  const texts = plural(n, 'text');
  if (min_agreement !== undefined)
    out.push(
      gate({
        target: 'calibration.agreement',
        matcher: '>=',
        expected: min_agreement,
        actual: agreement,
        words: `${call.judge} agrees with the labels on ${share(agreement)} of ${texts}`,
      }),
    );
  if (min_kappa !== undefined) out.push(kappaGate(min_kappa, found, texts));
  if (max_error !== undefined)
    out.push(
      gate({
        target: 'calibration.error',
        matcher: '<=',
        expected: max_error,
        actual: calibration_error,
        words: `scores are ${digits(calibration_error)} away from the shares that they stand for, over ${texts}`,
      }),
    );
  return out;
}

function kappaGate(min_kappa: number, { kappa, kappa_low, kappa_high }: Agreement, texts: string): Check {
  const asked = { target: 'calibration.kappa', matcher: '>=', expected: min_kappa };
  if (kappa === undefined || kappa_low === undefined) {
    const message = 'kappa is not known: all labels, or all judgements, are the same';
    return { ...asked, outcome: 'inconclusive', message };
  }
  const words = `kappa is ${digits(kappa)} [${digits(kappa_low)}, ${digits(kappa_high ?? 1)}] over ${texts}`;
  const check = gate({ ...asked, matcher: '>=', actual: kappa, words });
  if (check.outcome !== 'pass' || kappa_low >= min_kappa) return check;
  const message = `${words}: ${min_kappa} is asked for and lies inside the interval; label more texts`;
  return { ...check, outcome: 'inconclusive', message };
}

interface Gate {
  target: string;
  matcher: '>=' | '<=';
  expected: number;
  actual: number;
  words: string;
}

function gate({ target, matcher, expected, actual, words }: Gate): Check {
  const holds = matcher === '>=' ? actual >= expected - 1e-9 : actual <= expected + 1e-9;
  const bound = matcher === '>=' ? 'at least' : 'at most';
  const message = `${words}, ${bound} ${expected} is asked for`;
  return { target, matcher, expected, actual, outcome: holds ? 'pass' : 'fail', message };
}

function digits(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function share(value: number): string {
  return `${digits(value * 100)} %`;
}

interface Label {
  text: string;
  label: boolean;
}

/** JSON Lines, or one JSON list, of `{ text, label }`. */
async function readLabels(file: string): Promise<Label[] | { problem: string }> {
  let raw: string;
  try {
    raw = await readUpTo(file);
  } catch (error) {
    return { problem: `the labels cannot be read: ${(error as Error).message}` };
  }
  const out: Label[] = [];
  const rows = rowsOf(raw);
  if ('problem' in rows) return rows;
  for (const [index, row] of rows.entries()) {
    const label = isObject(row) ? labelOf(row.label) : undefined;
    if (!isObject(row) || typeof row.text !== 'string' || label === undefined)
      return {
        problem: `label ${index + 1} is not { "text": "…", "label": "pass" or "fail" }: ${oneLine(clip(JSON.stringify(row) ?? '', 120))}`,
      };
    out.push({ text: row.text, label });
  }
  if (out.length < 2) return { problem: `there are ${out.length} labels, and two are the least` };
  return out.length > MOST_LABELS
    ? { problem: `there are ${out.length} labels, and ${MOST_LABELS} are the most` }
    : out;
}

function rowsOf(raw: string): unknown[] | { problem: string } {
  const text = raw.replace(/^\uFEFF/, '').trim();
  try {
    if (text.startsWith('[')) return JSON.parse(text) as unknown[];
  } catch (error) {
    return { problem: `the labels are not JSON: ${(error as Error).message}` };
  }
  const out: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      out.push(JSON.parse(line));
    } catch {
      return { problem: `line ${index + 1} of the labels is not JSON: ${oneLine(clip(line, 120))}` };
    }
  }
  return out;
}

function labelOf(label: unknown): boolean | undefined {
  if (typeof label === 'boolean') return label;
  const word = String(label).toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
