/** The attempts of a test that was tried again, side by side; one of them is shown in full below. */

import type { CaseResult, EarlierAttempt } from '../types/envelope.js';
import type { TraceCall } from '../types/trace.js';
import { fullMessage } from '../util/full-message.js';
import { Badge } from './mark.js';
import { hashOf } from './route.js';
import { briefOf, Prose, textOf } from './value.js';
import { milliseconds, plural, shown } from './words.js';

const MOST_CALLS = 5;

/** In the order in which they were made; the row itself is the last. */
export function attemptsOf(result: CaseResult): EarlierAttempt[] {
  return [...(result.earlier_attempts ?? []), result];
}

/** The attempt that the address names, counted from 1; without one the last. */
export function chosenAttempt(attempts: readonly EarlierAttempt[], query: URLSearchParams): number {
  const named = Number(query.get('attempt'));
  return Number.isInteger(named) && named >= 1 && named <= attempts.length ? named - 1 : attempts.length - 1;
}

interface Props {
  attempts: readonly EarlierAttempt[];
  chosen: number;
  /** The address of the test. */
  path: readonly string[];
}

export function Attempts({ attempts, chosen, path }: Props) {
  if (attempts.length < 2) return null;
  return (
    <section class="attempts" aria-labelledby="attempts">
      <h2 id="attempts">
        Attempts <span class="dim count">{attempts.length}; the last one counts</span>
      </h2>
      <ol>
        {attempts.slice(0, 50).map((attempt, at) => (
          <li key={at} class={at === chosen ? 'chosen' : ''}>
            <p class="head">
              <a
                href={hashOf(path, new URLSearchParams({ attempt: String(at + 1) }))}
                aria-current={at === chosen ? 'true' : undefined}
              >
                Attempt {at + 1}
              </a>
              <Badge verdict={attempt.verdict} />
              <span class="dim">{milliseconds(attempt.duration_ms)}</span>
            </p>
            <Ending attempt={attempt} />
            <Calls calls={attempt.trace?.calls ?? []} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a check said, or what came out when all of them passed. */
function Ending({ attempt: { checks, trace } }: { attempt: EarlierAttempt }) {
  const open = checks.find(({ outcome }) => outcome !== 'pass');
  const message = open && fullMessage(open);
  const found = open ? open.actual : (trace?.final_response ?? checks[0]?.actual);
  const text = found === undefined ? '' : briefOf(found) || textOf(found).slice(0, 800);
  return (
    <>
      {message !== undefined && (
        <p class="message">
          <Prose text={shown(message, 240)} />
        </p>
      )}
      {text !== '' && !message?.includes(text) && (
        <p class="actual">
          <code>{shown(text, 200)}</code>
        </p>
      )}
    </>
  );
}

function Calls({ calls }: { calls: readonly TraceCall[] }) {
  if (calls.length === 0) return null;
  return (
    <ul class="dim">
      {calls.slice(0, MOST_CALLS).map((call, at) => (
        <li key={at}>
          <code>{shown(call.tool, 60)}</code>
          {call.is_error && <span class="flag wrong">error</span>}
          <span class="number">{milliseconds(call.duration_ms)}</span>
        </li>
      ))}
      {calls.length > MOST_CALLS && <li>{plural(calls.length - MOST_CALLS, 'more call')}</li>}
    </ul>
  );
}
