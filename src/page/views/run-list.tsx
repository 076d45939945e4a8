/** The saved runs of a workspace, newest first, with what is going on now above them. */
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { Badge } from '../mark.js';
import type { LiveRun, RunRow } from '../page-data.js';
import { go, hashOf, useScrollMemory } from '../route.js';
import { LikeTrends, selectionText } from '../trends.js';
import { figure, milliseconds, moment, plural, shown } from '../words.js';

export function RunList({ rows, live, workspace }: { rows: RunRow[]; live: LiveRun[]; workspace: string }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const body = useRef<HTMLTableSectionElement>(null);
  useScrollMemory('runs');
  const move = (by: number) => (): void => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  const compare = (): void => {
    const [newer, older] = rows.map(({ run_id }) => run_id).filter((id) => chosen.includes(id));
    if (newer && older) go(['compare', older, newer]);
  };
  useKeys({ j: move(1), k: move(-1), c: compare });
  return (
    <main id="main">
      <h1>Runs</h1>
      <p class="dim">
        {plural(rows.length, 'saved run')} in {shown(workspace, 200)}
      </p>
      {live.map((run) => (
        <Live key={run.run_id} run={run} />
      ))}
      <LikeTrends rows={rows} />
      {rows.length === 0 ? (
        <section class="card">
          <p>
            No run is saved yet. Start one with <code>mcptest run</code>; it appears here by itself.
          </p>
        </section>
      ) : (
        <section class="card" aria-labelledby="saved">
          <div class="top">
            <h2 id="saved">Saved runs</h2>
            <button type="button" disabled={chosen.length !== 2} onClick={compare}>
              {chosen.length === 2 ? 'Compare the two' : 'Choose two to compare'}
            </button>
          </div>
          <RunTable {...{ rows, body, chosen, setChosen }} />
        </section>
      )}
    </main>
  );
}

const HEADINGS = ['Verdict', 'Started', 'Suite', 'Source', 'Tests', 'Failed', 'Not judged', 'Tokens', 'Time'];

interface TableProps {
  rows: RunRow[];
  body: RefObject<HTMLTableSectionElement | null>;
  /** Ids of the runs to compare, two at most. */
  chosen: string[];
  setChosen(ids: string[]): void;
}

function RunTable({ rows, body, chosen, setChosen }: TableProps) {
  return (
    <div class="scroll">
      <table class="runs">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">Compare</span>
            </th>
            {HEADINGS.map((name, at) => (
              <th key={name} scope="col" class={at >= 4 ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <Row
              key={row.run_id}
              row={row}
              chosen={chosen.includes(row.run_id)}
              choose={(on) => {
                const others = chosen.filter((id) => id !== row.run_id).slice(-1);
                setChosen(on ? [...others, row.run_id] : others);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, chosen, choose }: { row: RunRow; chosen: boolean; choose(on: boolean): void }) {
  const link = (
    <a href={hashOf(['run', row.run_id])}>{row.broken ? shown(row.run_id, 40) : moment(row.started_at)}</a>
  );
  if (row.broken !== undefined) {
    return (
      <tr>
        <td />
        <td>
          <span class="flag wrong">unreadable</span>
        </td>
        <td>{link}</td>
        <td colSpan={7} class="dim wide">
          {shown(row.broken, 200)}
        </td>
      </tr>
    );
  }
  const { summary } = row;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          checked={chosen}
          aria-label={`Compare run ${row.run_id}`}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      </td>
      <td>
        <Badge verdict={row.verdict ?? ''} />
      </td>
      <td>{link}</td>
      <td class="suites">{selectionText(row)}</td>
      <td class="source">
        <code>{shown([row.branch, row.commit?.slice(0, 8)].filter(Boolean).join(' @ '), 60)}</code>
        {row.dirty === true && <span class="dim"> +changes</span>}
        {row.mode !== 'live' && <span class="flag plain">{shown(row.mode ?? '', 20)}</span>}
      </td>
      <td class="number" data-label="Tests">
        {summary?.total}
      </td>
      <td class="number" data-label="Failed">
        {summary?.failed}
      </td>
      <td class="number" data-label="Not judged">
        {summary?.inconclusive}
      </td>
      <td class="number" data-label="Tokens">
        {row.tokens === undefined ? '' : figure(row.tokens)}
      </td>
      <td class="number" data-label="Time">
        {milliseconds(row.duration_ms)}
      </td>
    </tr>
  );
}

function Live({ run }: { run: LiveRun }) {
  return (
    <section class="card" aria-label="A run is going on" aria-live="polite">
      <p class="live">
        <strong>Running</strong>
        <progress max={Math.max(1, run.total)} value={run.done} aria-label="progress" />
        <span>
          {run.done} of {run.total}
          {run.failed > 0 && `, ${run.failed} failed`}
        </span>
      </p>
      <p class="dim">{shown(run.last ?? 'starting', 160)}</p>
      {run.failures.map((name, at) => (
        <p key={at} class="message">
          <Badge verdict="fail" /> {shown(name, 160)}
        </p>
      ))}
    </section>
  );
}
