/** Chooses the view for what the page was handed. */
import { Broken, Guard } from './broken.js';
import { Footer } from './footer.js';
import type { PageData } from './page-data.js';
import { useRoute } from './route.js';
import { RunView } from './run-view.js';

export function App({ data }: { data: PageData }) {
  const route = useRoute();
  if (data.view === 'run') {
    const { envelope } = data;
    return (
      <Guard>
        <RunView data={data} route={route} base={[]} />
        <Footer
          version={envelope.provenance.tool_version}
          runId={envelope.run_id}
          what="This file is the record of one test run of MCP servers, rendered for review."
        />
      </Guard>
    );
  }
  if (data.view === 'broken') return <Broken {...data} />;
  return null;
}
