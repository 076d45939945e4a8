/** A run that came inside a link. Nothing of it is stored or sent. */
import { useEffect, useState } from 'preact/hooks';
import { Broken } from '../broken.js';
import { Footer } from '../footer.js';
import type { RunData } from '../page-data.js';
import type { Route } from '../route.js';
import { unpack } from '../snapshot.js';
import { RunView } from './run-view.js';

export function SnapshotView({ route }: { route: Route }) {
  const packed = route.path[0] === 'z' ? (route.path[1] ?? '') : '';
  const [found, setFound] = useState<{ data?: RunData; problem?: string }>({});
  useEffect(() => {
    setFound({});
    unpack(packed).then(
      (data) => setFound({ data }),
      (error: Error) => setFound({ problem: error.message }),
    );
  }, [packed]);
  if (packed === '' || found.problem !== undefined) {
    return (
      <Broken
        title="This link contains no run"
        message={packed === '' ? 'The part after # is missing.' : `It cannot be read: ${found.problem}.`}
        hint="Links are often cut when they are passed on. Copy the whole link, or ask for the report as a file."
      />
    );
  }
  if (!found.data) return <p class="dim">Unpacking…</p>;
  return (
    <>
      <RunView data={found.data} route={route} base={['z', packed]} />
      <Footer
        version={found.data.envelope.provenance.tool_version}
        runId={found.data.envelope.run_id}
        what="This is a snapshot of one test run. The link contains all of it; trust it as much as the person who sent it."
      />
    </>
  );
}
