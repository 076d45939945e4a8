/** `distractors:` does the agent still choose well when the tool list is padded with look-alikes? */
import { chooseDistractors } from '../catalog/choose-distractors.js';
import type { DistractorChoices } from '../types/envelope.js';
import type { CountedCalls, Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { certifiedPercent } from '../util/intervals.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { tally } from './explain.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { array, type Run, type Runs, readCatalog, readRuns } from './runs.js';
import type { Distractors } from './schemas/distractors.js';
import { indexMembers } from './tool-id.js';

export function measureDistractors(traces: Trace[], block: Distractors, ctx: MetricContext): MetricResult {
  if (traces.length === 0) return noFigures('distractors', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const choices = runs.list.map((run) => readChoices(run, runs, block, ctx.servers));
  const without = choices.findIndex((each) => each.injected === 0 && each.asked > 0);
  if (without >= 0) return noneOffered(block, choices.length > 1 ? `run ${without + 1}: ` : '');
  const result: MetricResult = {
    ...splitFigures({
      'distractors.accuracy': accuracy(choices, block),
      'distractors.chose_distractor': choices.reduce((total, each) => total + each.wrong.length, 0),
      'distractors.certified_lower': certified(choices, block),
    }),
    explain: choices.flatMap((each, run) => explainChoice(each, run, block)),
    notes: [...new Set(choices.flatMap(noteChoice))],
    distractors: choicesByCount(choices, block),
  };
  return block.counts === undefined ? result : withCurve(result, choices, block);
}

/** A model that had nothing else to choose has resisted nothing. */
function noneOffered(block: Distractors, run: string): MetricResult {
  const asked = plural(block.count ?? Math.min(...(block.counts ?? [])), 'distractor');
  const curve = (block.counts ?? []).map((count) => `distractors.accuracy_at_${count}`);
  return noFigures(
    'distractors',
    `${run}no distractor was offered, though the block asks for ${asked}`,
    curve,
  );
}

/** With nothing to reach, every run that does nothing would be a good one. */
function certified(choices: readonly Choices[], block: Distractors): number | string {
  if (block.correct.length === 0) return 'no tool is declared correct, so no run can be a success';
  return certifiedPercent(choices.filter((each) => each.good).length, choices.length);
}

/** A call that counts. */
interface Chosen {
  id: string;
  at: number;
}

interface Choices {
  /** How many distractors the run had. */
  injected: number;
  /** How many the block asks for. */
  asked: number;
  /** The trace does not say what was offered: the block is taken at its word. */
  assumed: boolean;
  right: Chosen[];
  wrong: Chosen[];
  /** A right tool was chosen, and no distractor. */
  good: boolean;
}

function readChoices(run: Run, runs: Runs, block: Distractors, servers: readonly string[]): Choices {
  const { ids, offered, assumed } = offeredDistractors(run, runs, block, servers);
  const correct = indexMembers([block.correct], runs.servers);
  const added = indexMembers([ids], runs.servers);
  const bare = new Set(ids.map((id) => id.slice(id.indexOf('.') + 1)));
  const right: Chosen[] = [];
  const wrong: Chosen[] = [];
  for (const [at, call] of run.calls.entries()) {
    const { id } = call;
    if (correct.listsOf(call).length > 0) right.push({ id, at });
    else if (added.listsOf(call).length > 0 || (call.server === undefined && bare.has(call.name)))
      wrong.push({ id, at });
  }
  const reached = right.length > 0 || block.correct.length === 0;
  // What was called was there.
  const injected = Math.max(offered, new Set(wrong.map(({ id }) => id)).size);
  const asked = askedFor(block, injected);
  return { injected, asked, assumed, right, wrong, good: reached && wrong.length === 0 };
}

/** Of several counts the one that the run was most probably made at. */
function askedFor({ count, counts = [] }: Distractors, injected: number): number {
  const above = counts.filter((each) => each >= injected);
  return count ?? (above.length > 0 ? Math.min(...above) : injected);
}

interface OfferedDistractors {
  ids: string[];
  /** How many of them the agent saw. */
  offered: number;
  assumed: boolean;
}

/** As recorded; else what the block stands for, which needs no record, as far as the catalogue has it. */
function offeredDistractors(
  run: Run,
  runs: Runs,
  block: Distractors,
  servers: readonly string[],
): OfferedDistractors {
  if (Array.isArray(run.trace.distractors)) {
    const ids = array(run.trace.distractors).filter((id): id is string => typeof id === 'string');
    return { ids, offered: ids.length, assumed: false };
  }
  const count = block.count ?? Math.max(0, ...(block.counts ?? []));
  const declared = servers.length > 0 ? servers : [...runs.servers].sort();
  const chosen = chooseDistractors({ ...block, count }, runs.catalog ?? {}, declared);
  const ids = chosen.map((each) => each.id);
  const catalog = readCatalog(run.trace.catalog) ?? runs.catalog;
  if (catalog === undefined || !declared.every((server) => Object.hasOwn(catalog, server)))
    return { ids, offered: ids.length, assumed: ids.length > 0 };
  const listed = chosen.filter(({ server = '', tool }) =>
    (catalog[server] ?? []).some(({ name }) => name === tool.name),
  );
  return { ids, offered: listed.length, assumed: false };
}

function accuracy(choices: readonly Choices[], block: Distractors): number {
  const right = choices.reduce((total, each) => total + each.right.length, 0);
  const wrong = choices.reduce((total, each) => total + each.wrong.length, 0);
  if (right + wrong === 0) return block.correct.length === 0 ? 100 : 0;
  return percent(right, right + wrong);
}

function choicesByCount(choices: readonly Choices[], block: Distractors): DistractorChoices {
  const counts = [...new Set(choices.map(({ injected }) => injected))].sort((a, b) => a - b);
  const at = counts.map((count) => {
    const runs = choices.filter(({ injected }) => injected === count);
    const sum = (key: 'right' | 'wrong') => runs.reduce((total, each) => total + each[key].length, 0);
    return {
      count,
      runs: runs.length,
      right: sum('right'),
      wrong: sum('wrong'),
      accuracy: accuracy(runs, block),
    };
  });
  return omitUndefined({ complexity: block.complexity, at });
}

/** One accuracy for each count that some run was made at. */
function withCurve(result: MetricResult, choices: readonly Choices[], block: Distractors): MetricResult {
  const absent: Record<string, string> = {};
  for (const count of [...new Set(block.counts)].sort((a, b) => a - b)) {
    const target = `distractors.accuracy_at_${count}`;
    const at = choices.filter((each) => each.injected === count);
    if (at.length > 0) result.figures[target] = accuracy(at, block);
    else absent[target] = `no run had ${count} distractors`;
  }
  return Object.keys(absent).length > 0 ? { ...result, absent: { ...result.absent, ...absent } } : result;
}

/** A run explains the accuracy at its own count of distractors, and no other. */
function explainChoice(choice: Choices, run: number, { complexity }: Distractors): Explanation[] {
  const { injected, asked, assumed, right, wrong } = choice;
  const shares = ['distractors.accuracy', 'distractors.certified_lower'];
  const targets = [...shares, `distractors.accuracy_at_${injected}`];
  const parts = [injected < asked ? `${injected} of ${asked} distractors` : plural(injected, 'distractor')];
  parts[0] += assumed ? ' by the block, the trace does not say' : ' offered';
  if (complexity) parts.unshift(`${complexity} task`);
  const out: Explanation[] = [
    {
      targets,
      run,
      text: right.length > 0 ? `right tools called: ${tallyChosen(right)}` : 'no right tool called',
      counted: () => countedAs('right tool', true, right),
    },
    { targets, run, text: parts.join('; ') },
  ];
  if (wrong.length === 0) return out;
  return [
    {
      targets: [...targets, 'distractors.chose_distractor'],
      run,
      text: `distractors called: ${tallyChosen(wrong)}`,
      counted: () => countedAs('distractor', false, wrong),
    },
    ...out,
  ];
}

function tallyChosen(chosen: readonly Chosen[]): string {
  return tally(chosen.map(({ id }) => id));
}

function countedAs(as: string, good: boolean, chosen: readonly Chosen[]): CountedCalls[] {
  return [{ as, good, calls: chosen.map(({ at }) => at) }];
}

function noteChoice({ injected, asked, assumed }: Choices): string[] {
  const notes: string[] = [];
  if (injected < asked)
    notes.push(`${injected} of the ${asked} distractors that are asked for: there are no more`);
  if (assumed)
    notes.push(
      'the trace does not say which tools were offered: the distractors of the block are taken for granted',
    );
  return notes;
}
