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

export function costTables({ before, plain, frugal }: Measured): string {
  const names = Object.keys(before.servers);
  const [first] = Object.values(before.servers);
  const steps = (first ?? []).map(({ step }) => step);
  const row = (label: string, cost: (figures: Figures, name: string) => number) =>
    `| ${[label, ...names.flatMap((name) => [before, plain, frugal].map((one) => thousands(cost(one, name))))].join(' | ')} |`;
  const head = names.flatMap((name) => [`${name}, before`, 'the same now', 'as instructed']);
  return [
    `| step | ${head.join(' | ')} |`,
    `|---|${head.map(() => '---:').join('|')}|`,
    ...steps.map((step) => row(step, (figures, name) => total(stepsOf(figures, name), step))),
    row('**tokens**', (figures, name) => total(stepsOf(figures, name))),
    row('of these written by the model', (figures, name) => written(stepsOf(figures, name))),
    row('calls', (figures, name) => calls(stepsOf(figures, name))),
    '',
    `All three servers: ${shareText(plain, before)} of the tokens before with the same arguments, ${shareText(frugal, before)}`,
    `as instructed; without the last step ${shareText(plain, before, LAST)} and ${shareText(frugal, before, LAST)}. \`tools/list\` is counted apart:`,
    `${thousands(before.catalogue)} tokens before, ${thousands(frugal.catalogue)} now.`,
    '',
  ].join('\n');
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
