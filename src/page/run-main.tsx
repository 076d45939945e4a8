/** The script of the report of one run, a file of its own: nothing is in it that only other pages need. */
import { drawPage } from './draw.js';
import { Footer } from './footer.js';
import type { RunData } from './page-data.js';
import type { Route } from './route.js';
import { RunView } from './views/run-view.js';

function RunPage({ data, route }: { data: RunData; route: Route }) {
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

drawPage(RunPage);
