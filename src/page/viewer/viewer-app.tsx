/** The viewer: the list of runs, one run, or two side by side, fed by the server that sent the page. */
import { useState } from 'preact/hooks';
import { Broken } from '../broken.js';
import { CopyButton } from '../copy-button.js';
import { Footer } from '../footer.js';
import type { LiveRun, RunData, RunRow } from '../page-data.js';
import { hashOf, type Route } from '../route.js';
import { CompareView } from '../views/compare-view.js';
import { HistoryView } from '../views/history-view.js';
import { RunList } from '../views/run-list.js';
import { RunView } from '../views/run-view.js';
import { shown } from '../words.js';
import { ask, useAnswer, useEvents } from './api.js';

export function ViewerApp({
  route,
  workspace,
  first,
}: {
  route: Route;
  workspace: string;
  first?: string | undefined;
}) {
  const [version, setVersion] = useState(0);
  const [live, setLive] = useState<LiveRun[]>([]);
  useEvents({
    runs: () => setVersion((before) => before + 1),
    live: (data) => setLive(JSON.parse(data) as LiveRun[]),
  });
  const rows = useAnswer<RunRow[]>('runs', version);
  const [view, id, other] = route.path;
  const known = rows && 'value' in rows ? rows.value : [];
  if (view === 'compare' && id !== undefined && other !== undefined)
    return <CompareView base={id} current={other} rows={known} />;
  if (view === 'history' && id !== undefined && other !== undefined)
    return <HistoryView run={id} test={other} rows={known} />;
  const run = view === 'run' ? id : first;
  if (run !== undefined) {
    return <OneRun id={run} route={view === 'run' ? route : { ...route, path: ['run', run] }} rows={known} />;
  }
  if (!rows) return <p class="dim">Reading the runs…</p>;
  if ('trouble' in rows) return <Broken {...rows.trouble} />;
  return <RunList rows={rows.value} live={live} workspace={workspace} />;
}

function OneRun({ id, route, rows }: { id: string; route: Route; rows: readonly RunRow[] }) {
  const answer = useAnswer<RunData>(`runs/${encodeURIComponent(id)}`);
  const like = rows.find((row) => row.run_id === id)?.like;
  const older = rows.find((row) => row.run_id < id && row.like !== undefined && row.like === like);
  const back = rows.length > 1 && (
    <nav class="crumbs" aria-label="runs">
      <a href="#/">← All runs</a>
      {older && <a href={hashOf(['compare', older.run_id, id])}>Compare with the run before</a>}
    </nav>
  );
  if (!answer) return <p class="dim">Reading the run…</p>;
  if ('trouble' in answer) {
    return (
      <>
        {back}
        <Broken {...answer.trouble} />
      </>
    );
  }
  return (
    <>
      {route.path.length <= 2 && back}
      <RunView data={answer.value} route={route} base={['run', id]} aside={<Share id={id} />} />
      <Footer
        version={answer.value.envelope.provenance.tool_version}
        runId={answer.value.envelope.run_id}
        what="This page shows the record of one test run of MCP servers, kept on this machine."
      />
    </>
  );
}

/** A link that carries the run itself. */
function Share({ id }: { id: string }) {
  const [made, setMade] = useState<{ link?: string; refused?: string }>();
  if (made?.refused !== undefined) return <p class="dim note">{shown(made.refused, 600)}</p>;
  if (made?.link !== undefined) {
    const link = `${location.origin}${made.link}`;
    return (
      <div class="actions">
        <a href={link} class="snapshot">
          Snapshot link
        </a>
        <CopyButton text={link} />
      </div>
    );
  }
  const make = async (): Promise<void> => {
    const answer = await ask<{ link?: string; refused?: string }>(`runs/${encodeURIComponent(id)}/snapshot`);
    setMade('value' in answer ? answer.value : { refused: answer.trouble.message });
  };
  return (
    <div class="actions">
      <button type="button" onClick={make}>
        Make a snapshot link
      </button>
    </div>
  );
}
