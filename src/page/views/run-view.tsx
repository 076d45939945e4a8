/** A run: provenance, what needs a look, then everything. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Audit } from '../audit.js';
import { Datasets } from '../datasets.js';
import { Filters } from '../filters.js';
import { Help, useHelp } from '../help.js';
import { useKeys } from '../keys.js';
import type { RunData } from '../page-data.js';
import { ReviewFirst } from '../review-first.js';
import { go, hashOf, type Route, replaceRoute, useScrollMemory, wellFormed } from '../route.js';
import { queryOf, type Selection, selectionOf, selectTests } from '../select-tests.js';
import { Headline, ShareBar } from '../summary.js';
import { TestTable } from '../test-table.js';
import { TestView } from '../test-view.js';
import { shown } from '../words.js';
import { Floors, Groups, Strata } from './agents-view.js';
import { CoverageView } from './coverage-view.js';
import { Findings } from './findings-view.js';
import { Matrix } from './matrix-view.js';
import { Scores, scoresOf } from './scores-view.js';
import { StrengthView } from './strength-view.js';
import { TokensView } from './tokens-view.js';

interface Props {
  data: RunData;
  route: Route;
  /** Where this run stands in the address: nothing in a report, `run/<id>` in the viewer. */
  base: readonly string[];
  /** Set beside the headline. */
  aside?: ComponentChildren;
}

/** The list that a test was opened from, for Previous, Next and the way back. */
let lastQuery = new URLSearchParams();

export function RunView({ data, route, base, aside }: Props) {
  const { envelope } = data;
  const path = route.path.slice(base.length);
  const open = path[0] === 'test' ? path[1] : undefined;
  if (open === undefined) lastQuery = route.query;
  const query = lastQuery.toString();
  const order = useMemo(
    () => selectTests(envelope.results, selectionOf(new URLSearchParams(query))),
    [envelope, query],
  );
  const help = useHelp();
  useKeys({ '?': help.show });
  useScrollMemory([...base, open ?? ''].join('/'));
  const back = hashOf(base, lastQuery);
  if (open !== undefined) {
    const at = envelope.results.findIndex(({ id }) => wellFormed(id) === open);
    const result = envelope.results[at];
    return (
      <>
        {result === undefined ? (
          <NoSuchTest back={back} />
        ) : (
          <TestView
            key={open}
            results={envelope.results}
            result={result}
            order={order.includes(at) ? order : [...envelope.results.keys()]}
            base={base}
            back={back}
            query={route.query}
            tools={data.tools?.[at]}
          />
        )}
        <Help {...help} />
      </>
    );
  }
  return (
    <>
      <RunMain data={data} selection={selectionOf(route.query)} order={order} base={base} aside={aside} />
      <Help {...help} />
    </>
  );
}

function NoSuchTest({ back }: { back: string }) {
  return (
    <main id="main">
      <h1>There is no such test in this run.</h1>
      <p>It may have been renamed, or it was not chosen this time.</p>
      <p>
        <a href={back}>← All tests</a>
      </p>
    </main>
  );
}

interface MainProps extends Pick<Props, 'data' | 'base' | 'aside'> {
  selection: Selection;
  order: readonly number[];
}

function RunMain({ data, selection, order, base, aside }: MainProps) {
  const { envelope, problems } = data;
  const change = (next: Partial<Selection>, typing = false): void => {
    const query = queryOf({ ...selection, ...next });
    if (typing) replaceRoute(base, query);
    else go(base, query);
  };
  useKeys({
    '/': (event) => {
      event.preventDefault();
      document.getElementById('search')?.focus();
    },
    f: () => change({ verdicts: selection.verdicts.length > 0 ? [] : ['fail', 'inconclusive'] }),
    Escape: () => {
      (document.activeElement as HTMLElement | null)?.blur();
      if (queryOf(selection).size > 0) go(base);
    },
  });
  return (
    <main id="main">
      <div class="top">
        <Headline data={data} base={base} />
        {aside}
      </div>
      <ShareBar envelope={envelope} problems={problems} base={base} />
      <Audit envelope={envelope} calm={problems.length === 0} />
      <ReviewFirst envelope={envelope} problems={problems} base={base} />
      <AllTests {...{ envelope, selection, order, base, change }} />
      <Datasets envelope={envelope} base={base} />
      <Matrix envelope={envelope} />
      <Floors floors={envelope.tool_selection ?? []} />
      <Groups groups={envelope.groups ?? []} />
      <Strata groups={envelope.groups ?? []} />
      <StrengthView envelope={envelope} base={base} />
      {envelope.coverage && <CoverageView coverage={envelope.coverage} envelope={envelope} />}
      <Findings findings={envelope.findings ?? []} />
      <TokensView servers={envelope.token_surface ?? []} />
      <Scores servers={scoresOf(envelope)} />
      <Snapshots snapshots={envelope.snapshots} />
    </main>
  );
}

interface AllTestsProps extends Pick<MainProps, 'selection' | 'order' | 'base'> {
  envelope: RunData['envelope'];
  change(next: Partial<Selection>, typing?: boolean): void;
}

function AllTests({ envelope, selection, order, base, change }: AllTestsProps) {
  const { results } = envelope;
  return (
    <section class="card" aria-labelledby="tests">
      <h2 id="tests">All tests</h2>
      {results.length === 0 ? (
        <p class="dim">
          No test was selected. Run it again with another filter, tag or shard, or with none;{' '}
          <code>mcptest run --list</code> shows what would run.
        </p>
      ) : (
        <>
          <Filters envelope={envelope} selection={selection} found={order.length} change={change} />
          {order.length === 0 ? (
            <p class="empty">
              Nothing matches.{' '}
              <button type="button" onClick={() => go(base)}>
                Clear the filters
              </button>
            </p>
          ) : (
            <TestTable {...{ results, order, selection, base, change }} />
          )}
        </>
      )}
    </section>
  );
}

function Snapshots({ snapshots }: { snapshots: RunData['envelope']['snapshots'] }) {
  if (!snapshots) return null;
  const parts = [
    ['Written', snapshots.written],
    ['Updated', snapshots.updated],
    ['Obsolete', snapshots.obsolete],
  ] as const;
  return (
    <section class="card" aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      {parts
        .filter(([, names]) => names.length > 0)
        .map(([label, names]) => (
          <details key={label}>
            <summary>
              {label} <span class="dim">{names.length}</span>
            </summary>
            <p class="words">
              {names.slice(0, 500).map((name) => (
                <code key={name}>{shown(name, 160)}</code>
              ))}
            </p>
          </details>
        ))}
    </section>
  );
}
