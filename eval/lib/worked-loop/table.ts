/** What was measured, as tables of the page about the agent interface. */
import type { Figures, StepCost } from './meter.js';

interface Measured {
  before: Figures;
  plain: Figures;
  frugal: Figures;
}

const LAST = 'read the run';
const BEGIN = '<!-- made: worked loop -->\n';
const END = '<!-- end: worked loop -->';

/** All three servers together, step by step, then each by itself. */
export function costTables(measured: Measured): string {
  const { before, plain, frugal } = measured;
  const together = (of: (steps: StepCost[]) => number) => (figures: Figures) =>
    of(Object.values(figures.servers).flat());
  const names = Object.keys(before.servers);
  const [first = []] = Object.values(before.servers);
  return [
    '| tokens of three servers | before | same arguments, now | as instructed, now |',
    '|---|---:|---:|---:|',
    ...first.map(({ step }) =>
      row(
        measured,
        step,
        together((steps) => total(steps, step)),
      ),
    ),
    row(measured, '**all steps**', together(total)),
    row(measured, 'of these written by the model', together(written)),
    row(measured, 'calls', together(calls)),
    ...names.map((name) => row(measured, `${name} alone`, (figures) => total(stepsOf(figures, name)))),
    row(measured, '`tools/list`, once for each session', ({ catalogue }) => catalogue),
    '',
    `That is ${shareText(plain, before)} of the tokens before with the same arguments, and ${shareText(frugal, before)} as instructed; without the last`,
    `step, which was the dearest, ${shareText(plain, before, LAST)} and ${shareText(frugal, before, LAST)}.`,
    '',
  ].join('\n');
}

/** Each server, step by step. */
export function serverTables(measured: Measured): string {
  return Object.entries(measured.before.servers)
    .map(([name, steps]) =>
      [
        `| ${name} | before | same arguments, now | as instructed, now |`,
        '|---|---:|---:|---:|',
        ...steps.map(({ step }) => row(measured, step, (figures) => total(stepsOf(figures, name), step))),
        '',
      ].join('\n'),
    )
    .join('\n');
}

function row({ before, plain, frugal }: Measured, label: string, cost: (figures: Figures) => number): string {
  return `| ${[label, ...[before, plain, frugal].map((one) => thousands(cost(one)))].join(' | ')} |`;
}

/** The part of the page between its two marks. */
export function withTable(page: string, text: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < 0) throw new Error('the page has no place for the table');
  return page.slice(0, before + BEGIN.length) + text + page.slice(after);
}

export function share(now: Figures, before: Figures, without?: string): number {
  return all(now, without) / all(before, without);
}

function all({ servers }: Figures, without?: string): number {
  const steps = Object.values(servers).flat();
  return total(steps.filter(({ step }) => step !== without));
}

function stepsOf({ servers }: Figures, name: string): StepCost[] {
  return servers[name] ?? [];
}

function total(steps: StepCost[], only?: string): number {
  const counted = steps.filter(({ step }) => only === undefined || step === only);
  return counted.reduce((sum, { request, reply }) => sum + request + reply, 0);
}

function written(steps: StepCost[]): number {
  return steps.reduce((sum, { request }) => sum + request, 0);
}

function calls(steps: StepCost[]): number {
  return steps.reduce((sum, step) => sum + step.calls, 0);
}

function shareText(now: Figures, before: Figures, without?: string): string {
  return `${Math.round(share(now, before, without) * 100)} %`;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
