/** The servers of the npm registry on which the conformance checks are tried, and how each is started without a network. */

export interface FieldServer {
  /** The package; `''` for a server of this repository. */
  pkg: string;
  args?: string[];
  env?: Record<string, string>;
  /** Over HTTP: the path. `$PORT` in args and env is filled in. */
  http?: string;
  /** The revision to ask for; what the handshake gives when absent. */
  revision?: string;
}

const OFFICIAL = '@modelcontextprotocol/server';
const app = (name: string): FieldServer => ({ pkg: `${OFFICIAL}-${name}`, args: ['--stdio'] });

export const FIELD_SERVERS: FieldServer[] = [
  { pkg: `${OFFICIAL}-everything` },
  { pkg: `${OFFICIAL}-everything`, args: ['streamableHttp'], env: { PORT: '$PORT' }, http: '/mcp' },
  { pkg: `${OFFICIAL}-filesystem`, args: ['$SCRATCH'] },
  { pkg: `${OFFICIAL}-memory`, env: { MEMORY_FILE_PATH: '$SCRATCH/memory.json' } },
  { pkg: `${OFFICIAL}-sequential-thinking` },
  { pkg: '@upstash/context7-mcp' },
  { pkg: '@upstash/context7-mcp', args: ['--transport', 'http', '--port', '$PORT'], http: '/mcp' },
  { pkg: '@upstash/context7-mcp', revision: '2026-07-28' },
  {
    pkg: '@upstash/context7-mcp',
    args: ['--transport', 'http', '--port', '$PORT'],
    http: '/mcp',
    revision: '2026-07-28',
  },
  { pkg: `${OFFICIAL}-github`, env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' } },
  { pkg: `${OFFICIAL}-postgres`, args: ['postgresql://127.0.0.1:9/db'] },
  { pkg: `${OFFICIAL}-slack`, env: { SLACK_BOT_TOKEN: 'xoxb-none', SLACK_TEAM_ID: 'T0' } },
  { pkg: '@eslint/mcp' },
  { pkg: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'ntn_none' } },
  { pkg: '@sentry/mcp-server', args: ['--access-token=none'] },
  { pkg: '@stripe/mcp', args: ['--api-key=rk_test_none'] },
  { pkg: '@antv/mcp-server-chart', env: { VIS_REQUEST_SERVER: 'http://127.0.0.1:9/x' } },
  { pkg: 'chrome-devtools-mcp' },
  { pkg: '@mapbox/mcp-server', env: { MAPBOX_ACCESS_TOKEN: 'pk.eyJ1IjoieCJ9.x' } },
  { pkg: '@elastic/mcp-server-elasticsearch', env: { ES_URL: 'http://127.0.0.1:9', ES_API_KEY: 'x' } },
  app('debug'),
  { pkg: `${OFFICIAL}-debug`, env: { PORT: '$PORT' }, http: '/mcp' },
  app('budget-allocator'),
  app('system-monitor'),
  app('transcript'),
  app('pdf'),
];

/** Our own and one on the official SDK 2.x: the stateless era is young. */
export const STATELESS: FieldServer[] = [
  { pkg: '', args: ['dist/cli.js', 'mock', '--tools-from', 'fixtures/conformance-mock/mock.yml'] },
  {
    pkg: '',
    args: ['dist/cli.js', 'mock', '--tools-from', 'fixtures/conformance-mock/mock.yml'],
    revision: '2026-07-28',
  },
  {
    pkg: '',
    args: [
      'dist/cli.js',
      'mock',
      '--tools-from',
      'fixtures/conformance-mock/mock.yml',
      '--http',
      '--port',
      '$PORT',
    ],
    http: '/mcp',
    revision: '2026-07-28',
  },
  { pkg: '', args: ['dist/cli.js', 'mcp-server'], revision: '2026-07-28' },
  { pkg: '', args: ['fixtures/sdk-mcp.mjs'] },
  { pkg: '', args: ['fixtures/sdk-mcp.mjs'], revision: '2026-07-28' },
  { pkg: '', args: ['fixtures/sdk-mcp.mjs', '--http', '$PORT'], http: '/mcp', revision: '2026-07-28' },
];
