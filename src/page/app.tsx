/** Chooses the view for what the page was handed. */
import { Broken, Guard } from './broken.js';
import { Footer } from './footer.js';
import type { PageData } from './page-data.js';
import { type Route, useRoute } from './route.js';
import { ViewerApp } from './viewer-app.js';
import { ComparedRuns } from './views/compare-view.js';
import { RunView } from './views/run-view.js';
import { SnapshotView } from './views/snapshot-view.js';

export function App({ data }: { data: PageData }) {
  const route = useRoute();
  return (
    <Guard>
      <View data={data} route={route} />
    </Guard>
  );
}

function View({ data, route }: { data: PageData; route: Route }) {
  switch (data.view) {
    case 'viewer':
      return <ViewerApp route={route} workspace={data.workspace} first={data.first} />;
    case 'snapshot':
      return <SnapshotView route={route} />;
    case 'broken':
      return <Broken {...data} />;
    case 'compare':
      return (
        <>
          <ComparedRuns comparison={data.comparison} />
          <Footer
            version={data.version}
            runId={data.comparison.current.run_id}
            what="This file compares two test runs of MCP servers."
          />
        </>
      );
    case 'run':
      return (
        <>
          <RunView data={data} route={route} base={[]} />
          <Footer
            version={data.envelope.provenance.tool_version}
            runId={data.envelope.run_id}
            what="This file is the record of one test run of MCP servers."
          />
        </>
      );
  }
}
