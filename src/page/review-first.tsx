/** Review first: what failed and what could not be judged. Absent when there is nothing. */

import { useState } from 'preact/hooks';
import type { RunEnvelope } from '../types/envelope.js';
import { fullMessage } from '../util/full-message.js';
import { Mark } from './mark.js';
import type { PageProblem } from './page-data.js';
import { hashOf } from './route.js';
import { textOf } from './value.js';
import { plural, shown } from './words.js';

const AT_ONCE = 8;
const SOURCES: Record<PageProblem['source'], string> = {
  case: '',
  group: 'over its runs',
  floor: 'tool-selection floor',
  strength: 'would it notice?',
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
        Review first <span class="dim count">{plural(problems.length, 'problem')}</span>
      </h2>
      <ol>
        {problems.slice(0, most).map((problem, at) => (
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

function Item({ problem, envelope, base }: { problem: PageProblem } & Omit<Props, 'problems'>) {
  const result = problem.result === undefined ? undefined : envelope.results[problem.result];
  const check = result?.checks[problem.check ?? -1];
  const actual = check?.actual === undefined ? undefined : textOf(check.actual).slice(0, 800);
  const name = shown(problem.name, 200);
  const message = fullMessage(problem);
  return (
    <li>
      <Mark verdict={problem.verdict} />
      <div>
        <p class="name">
          {result ? <a href={hashOf([...base, 'test', result.id])}>{name}</a> : <strong>{name}</strong>}
          <span class="dim">
            {SOURCES[problem.source] && ` ${SOURCES[problem.source]}`}
            {problem.file !== undefined && ` ${shown(problem.file, 120)}:${problem.line ?? 1}`}
          </span>
        </p>
        <p class="message">
          {shown(message, 400)}
          {problem.more > 0 && <span class="dim"> and {plural(problem.more, 'more check')}</span>}
        </p>
        {actual !== undefined && !message.includes(actual) && (
          <p class="actual">
            <span class="dim">actual</span> <code>{shown(actual, 240)}</code>
          </p>
        )}
        {problem.explain?.[0] !== undefined && <p class="dim">{shown(problem.explain[0], 300)}</p>}
      </div>
    </li>
  );
}
