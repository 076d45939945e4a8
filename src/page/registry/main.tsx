/** The script of the pages of a registry: reads the data of the document and draws it. */
import { render } from 'preact';
import type { RegistryPage } from '../../types/registry-pages.js';
import { Broken, Guard } from '../broken.js';
import { DiffView } from './diff-view.js';
import { Frame } from './frame.js';
import { ServerView } from './server-view.js';
import { ServersView } from './servers-view.js';
import { StatsView } from './stats-view.js';
import { ToolView } from './tool-view.js';
import { ToolsView } from './tools-view.js';

function View({ data }: { data: RegistryPage }) {
  switch (data.view) {
    case 'servers':
      return <ServersView {...data} />;
    case 'tools':
      return <ToolsView {...data} />;
    case 'server':
      return <ServerView {...data} />;
    case 'tool':
      return <ToolView tool={data.tool} />;
    case 'diff':
      return <DiffView diff={data.diff} />;
    case 'stats':
      return <StatsView stats={data.stats} />;
    case 'problem':
      return <Broken title={data.title} message={data.detail} />;
  }
}

const text = document.getElementById('data')?.textContent;
const root = document.getElementById('app');
if (text && root) {
  const data = JSON.parse(text) as RegistryPage;
  root.textContent = '';
  render(
    <Guard>
      <Frame alone={data.view === 'stats' && data.alone}>
        <View data={data} />
      </Frame>
    </Guard>,
    root,
  );
}
