/** The script of the pages that `mcptest view` sends, and of the file that compares two runs. */
import { drawPage } from '../draw.js';
import { Footer } from '../footer.js';
import type { ViewerData } from '../page-data.js';
import type { Route } from '../route.js';
import { ComparedRuns } from '../views/compare-view.js';
import { SnapshotView } from '../views/snapshot-view.js';
import { ViewerApp } from './viewer-app.js';

function ViewerPage({ data, route }: { data: ViewerData; route: Route }) {
  switch (data.view) {
    case 'viewer':
      return <ViewerApp route={route} workspace={data.workspace} first={data.first} />;
    case 'snapshot':
      return <SnapshotView route={route} />;
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
  }
}

drawPage(ViewerPage);
