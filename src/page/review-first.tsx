/** Review first: what failed and what could not be judged. Absent when there is nothing. */

import { useState } from 'preact/hooks';
import type { RunEnvelope } from '../types/envelope.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { Mark } from './mark.js';
import type { PageProblem } from './page-data.js';
import { hashOf } from './route.js';
import { Prose, textOf } from './value.js';
import { plural, shown } from './words.js';

const AT_ONCE = 8;
const MOST_CHECKS = 7;
const MOST_LINES = 30;
const SOURCES: Record<PageProblem['source'], string> = {
  case: '',
  group: 'over its runs',
  floor: 'tool-selection floor',
  dataset: 'over all cases',
  strength: 'suite strength',
  coverage: 'coverage',
  error: 'outside the tests',
  run: 'the run itself',
};

interface Props {
  envelope: RunEnvelope;
  problems: readonly PageProblem[];
  base: readonly string[];
}

export function ReviewFirst({ envelope, problems, base }: Props) {
  const [most, setMost] = useState(AT_ONCE);
  if (problems.length === 0) return null;
  return (
    <section class="card review" aria-labelledby="review">
      <h2 id="review">
        Review first <span class="dim count">{sumOf(problems)}</span>
      </h2>
      <ol>
        {firstOf(problems, most).map((problem, at) => (
          <Item key={at} problem={problem} envelope={envelope} base={base} />
        ))}
      </ol>
      {problems.length > most && (
        <button type="button" onClick={() => setMost(most + 50)}>
          Show {Math.min(50, problems.length - most)} more
        </button>
      )}
    </section>
  );
}

/** The first ones; what is no test is always among them, since the legend of the bar leads to it. */
function firstOf(problems: readonly PageProblem[], most: number): PageProblem[] {
  const gates = problems
    .slice(most)
    .filter(isGate)
    .slice(0, most / 2);
  return [...problems.slice(0, most - gates.length), ...gates];
}

const isGate = ({ source }: PageProblem): boolean => source !== 'case';

/** The parts add up to the whole, which is the list below. */
function sumOf(problems: readonly PageProblem[]): string {
  const tests = problems.filter(({ source }) => source === 'case');
  const failed = tests.filter(({ verdict }) => verdict === 'fail').length;
  const gates = problems.filter(({ source, verdict }) => source !== 'case' && verdict === 'fail').length;
  const parts = [
    [failed, 'failed'],
    [tests.length - failed, 'not judged'],
    [gates, gates === 1 ? 'gate' : 'gates'],
    [problems.length - tests.length - gates, 'outside the tests'],
  ] as const;
  const some = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const whole = plural(problems.length, 'problem');
  return some.length > 1 ? `${whole}: ${some.join(' + ')}` : whole;
}

function Item({ problem, envelope, base }: { problem: PageProblem } & Omit<Props, 'problems'>) {
  const result = problem.result === undefined ? undefined : envelope.results[problem.result];
  const group = problem.group === undefined ? undefined : envelope.groups?.[problem.group];
  const all = result?.checks ?? group?.checks ?? [];
  const [first, ...others] = (problem.checks ?? []).flatMap((at) => all[at] ?? []);
  const name = shown(problem.name, 200);
  return (
    <li class={isGate(problem) ? 'gate' : undefined}>
      <Mark verdict={problem.verdict} />
      <div>
        <p class="name">
          {result ? <a href={hashOf([...base, 'test', result.id])}>{name}</a> : <strong>{name}</strong>}
          <span class="dim">
            {SOURCES[problem.source] && ` ${SOURCES[problem.source]}`}
            {problem.file !== undefined && ` ${shown(problem.file, 120)}:${problem.line ?? 1}`}
          </span>
        </p>
        <Reason reason={problem} actual={first?.actual} />
        {others.slice(0, MOST_CHECKS).map((check, at) => (
          <Reason key={at} reason={check} actual={check.actual} />
        ))}
        {others.length > MOST_CHECKS && (
          <p class="dim">and {plural(others.length - MOST_CHECKS, 'more check')}</p>
        )}
      </div>
    </li>
  );
}

interface ReasonProps {
  reason: Pick<PageProblem, 'message' | 'because' | 'stderr'>;
  actual: unknown;
}

/** One check that did not pass, and what its own figure was counted from. */
function Reason({ reason, actual }: ReasonProps) {
  const { message, because = [], stderr } = reason;
  const said = fullMessage(omitUndefined({ message, stderr }));
  const found = actual === undefined ? undefined : textOf(actual).slice(0, 800);
  return (
    <>
      <p class="message">
        <Prose text={shown(said, 400)} />
      </p>
      {found !== undefined && !said.includes(found) && (
        <p class="actual">
          <span class="dim">actual</span> <code>{shown(found, 240)}</code>
        </p>
      )}
      {because.length > 0 && (
        <ul class="because dim">
          {because.slice(0, MOST_LINES).map((line, at) => (
            <li key={at} class={line.startsWith(' ') ? 'aligned' : undefined}>
              {shown(line.trim(), 2000)}
            </li>
          ))}
          {because.length > MOST_LINES && <li>and {plural(because.length - MOST_LINES, 'more line')}</li>}
        </ul>
      )}
    </>
  );
}
