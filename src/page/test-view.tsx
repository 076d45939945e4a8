/** One test: what was judged, what happened, and how to run it again. */
import type { CaseResult } from '../types/envelope.js';
import type { TracedTools } from '../types/reporter.js';
import { Attempts, attemptsOf, chosenAttempt } from './attempts.js';
import { Checks } from './checks.js';
import { CopyButton } from './copy-button.js';
import { useKeys } from './keys.js';
import { Badge } from './mark.js';
import { go, hashOf } from './route.js';
import { Timeline } from './timeline.js';
import { Prose } from './value.js';
import { AgentTools } from './views/agent-tools.js';
import { Beside } from './views/beside-view.js';
import { marksOf } from './views/marks.js';
import { Offered } from './views/offered-view.js';
import { figure, milliseconds, plural, shown } from './words.js';

interface Props {
  results: readonly CaseResult[];
  /** One of them. */
  result: CaseResult;
  /** The tests of the list that the reader came from, in its order. */
  order: readonly number[];
  base: readonly string[];
  back: string;
  /** What the address says besides the test. */
  query: URLSearchParams;
  /** What is known of the tools that an agent was offered. */
  tools?: TracedTools | undefined;
}

export function TestView({ results, result, order, base, back, query, tools }: Props) {
  const attempts = attemptsOf(result);
  const chosen = chosenAttempt(attempts, query);
  const attempt = attempts[chosen] ?? result;
  const place = order.indexOf(results.indexOf(result));
  const toTest = (index: number): string[] | undefined => {
    const id = results[order[index] ?? -1]?.id;
    return id === undefined ? undefined : [...base, 'test', id];
  };
  const before = place > 0 ? toTest(place - 1) : undefined;
  const after = place >= 0 ? toTest(place + 1) : undefined;
  useKeys({
    j: () => after && go(after),
    k: () => before && go(before),
    Escape: () => {
      location.hash = back;
    },
  });
  return (
    <main class="test" id="main">
      <Crumbs {...{ back, before, after, place, total: order.length }} />
      <h1>
        <Badge verdict={result.verdict} /> <span>{shown(result.name, 600)}</span>
      </h1>
      <p class="dim facts">
        {facts(result).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {result.skip_reason !== undefined && <p>Skipped: {shown(result.skip_reason)}</p>}
      <div class="repro">
        <code>{shown(result.repro, 600)}</code>
        <CopyButton text={result.repro} label="Copy command" />
      </div>
      <Attempts attempts={attempts} chosen={chosen} path={[...base, 'test', result.id]} />
      {attempt.checks.length > 0 && (
        <section key={`checks ${chosen}`} aria-labelledby="checks">
          <h2 id="checks">Checks{attempts.length > 1 && ` of attempt ${chosen + 1}`}</h2>
          <Checks checks={attempt.checks} />
        </section>
      )}
      {attempt.trace && (
        <Timeline
          key={`timeline ${chosen}`}
          attempt={attempt}
          trace={attempt.trace}
          marks={marksOf(attempt.trace === result.trace ? result.marks : undefined)}
          misfits={tools?.misfits}
        />
      )}
      {attempt.trace && tools && <Offered offered={tools.offered} trace={attempt.trace} />}
      <Beside results={results} result={result} path={[...base, 'test', result.id]} query={query} />
      {attempt.trace?.view && <AgentTools view={attempt.trace.view} />}
      <Lines title="How the figures were counted" lines={result.explain} />
      <Lines title="Notes" lines={attempt.notes} />
      <Figures figures={result.figures} />
    </main>
  );
}

interface CrumbsProps {
  back: string;
  before: string[] | undefined;
  after: string[] | undefined;
  place: number;
  total: number;
}

function Crumbs({ back, before, after, place, total }: CrumbsProps) {
  return (
    <nav class="crumbs" aria-label="tests">
      <a href={back}>← All tests</a>
      <span>
        {before ? <a href={hashOf(before)}>Previous</a> : <span class="dim">Previous</span>}
        <span class="dim">{place >= 0 ? ` ${place + 1} of ${total} ` : ' '}</span>
        {after ? <a href={hashOf(after)}>Next</a> : <span class="dim">Next</span>}
      </span>
    </nav>
  );
}

function facts(result: CaseResult): string[] {
  return [
    shown(result.kind, 40),
    result.server === undefined ? '' : `server ${shown(result.server, 80)}`,
    milliseconds(result.duration_ms),
    `${shown(result.file, 120)}:${result.line}`,
    result.flaky ? 'flaky: failed, then passed' : '',
    result.attempts === undefined ? '' : plural(result.attempts, 'attempt'),
    ...result.tags.slice(0, 20).map((tag) => `#${shown(tag, 40)}`),
  ].filter(Boolean);
}

export function Lines({ title, lines }: { title: string; lines?: readonly string[] | undefined }) {
  if (!lines || lines.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="plain">
        {lines.slice(0, 200).map((line) => (
          <li key={line}>
            <Prose text={shown(line, 1000)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Figures({ figures }: { figures: Record<string, number> }) {
  const rows = Object.entries(figures);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Figures</h2>
      <dl class="figures">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{shown(name, 120)}</dt>
            <dd>{figure(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
