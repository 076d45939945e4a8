/** The servers of the npm registry on which mcptest is tried, and how each is started without a network. */

export interface FieldServer {
  /** The package; `''` for a server of this repository. */
  pkg: string;
  args?: string[];
  env?: Record<string, string>;
  /** Over HTTP: the path. `$PORT` in args and env is filled in. */
  http?: string;
  /** The revision to ask for; what the handshake gives when absent. */
  revision?: string;
  /** Tests made from its tools may call them: they stay in a scratch folder and reach nobody. */
  calls?: boolean;
  /** What the conformance checks say of it has not been read frame by frame, so their field run leaves it out. */
  unread?: boolean;
}

const OFFICIAL = '@modelcontextprotocol/server';
const app = (name: string): FieldServer => ({ pkg: `${OFFICIAL}-${name}`, args: ['--stdio'], calls: true });

export const FIELD_SERVERS: FieldServer[] = [
  { pkg: `${OFFICIAL}-everything`, calls: true },
  { pkg: `${OFFICIAL}-everything`, args: ['streamableHttp'], env: { PORT: '$PORT' }, http: '/mcp' },
  { pkg: `${OFFICIAL}-filesystem`, args: ['$SCRATCH'], calls: true },
  { pkg: `${OFFICIAL}-memory`, env: { MEMORY_FILE_PATH: '$SCRATCH/memory.json' }, calls: true },
  { pkg: `${OFFICIAL}-sequential-thinking`, calls: true },
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
  { pkg: '@eslint/mcp', calls: true },
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
  ...unreadServers(),
];

function unreadServers(): FieldServer[] {
  const apps = [
    'map',
    'threejs',
    'shadertoy',
    'sheet-music',
    'basic-react',
    'basic-vanillajs',
    'cohort-heatmap',
    'scenario-modeler',
    'customer-segmentation',
  ];
  const servers: FieldServer[] = [
    ...apps.map(app),
    { pkg: `${OFFICIAL}-wiki-explorer`, args: ['--stdio'] },
    { pkg: `${OFFICIAL}-video-resource`, args: ['--stdio'] },
    {
      pkg: `${OFFICIAL}-gitlab`,
      env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'none', GITLAB_API_URL: 'http://127.0.0.1:9/api/v4' },
    },
    { pkg: `${OFFICIAL}-google-maps`, env: { GOOGLE_MAPS_API_KEY: 'none' } },
    { pkg: `${OFFICIAL}-brave-search`, env: { BRAVE_API_KEY: 'none' } },
    { pkg: `${OFFICIAL}-puppeteer` },
    { pkg: `${OFFICIAL}-redis`, args: ['redis://127.0.0.1:9'] },
    { pkg: `${OFFICIAL}-everart`, env: { EVERART_API_KEY: 'none' } },
    {
      pkg: `${OFFICIAL}-aws-kb-retrieval`,
      env: { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' },
    },
    { pkg: `${OFFICIAL}-gdrive` },
    { pkg: '@playwright/mcp', args: ['--headless'] },
    { pkg: '@brave/brave-search-mcp-server', args: ['--transport', 'stdio'], env: { BRAVE_API_KEY: 'none' } },
    {
      pkg: '@brave/brave-search-mcp-server',
      args: ['--transport', 'http', '--port', '$PORT'],
      env: { BRAVE_API_KEY: 'none' },
      http: '/mcp',
    },
    { pkg: '@supabase/mcp-server-supabase', args: ['--access-token', 'sbp_none'] },
    {
      pkg: '@supabase/mcp-server-postgrest',
      args: ['--apiUrl', 'http://127.0.0.1:9', '--apiKey', 'x', '--schema', 'public'],
    },
    { pkg: '@azure/mcp', args: ['server', 'start'] },
    { pkg: '@azure-devops/mcp', args: ['contoso'] },
    {
      pkg: '@cloudflare/mcp-server-cloudflare',
      args: ['run', 'account'],
      env: { CLOUDFLARE_API_TOKEN: 'x', CLOUDFLARE_ACCOUNT_ID: 'y' },
    },
    { pkg: '@heroku/mcp-server', env: { HEROKU_API_KEY: 'x' } },
    { pkg: '@hubspot/mcp-server', env: { PRIVATE_APP_ACCESS_TOKEN: 'x' } },
    { pkg: '@shopify/dev-mcp', env: { OPT_OUT_INSTRUMENTATION: 'true' } },
    { pkg: '@pinecone-database/mcp', env: { PINECONE_API_KEY: 'x' } },
    { pkg: '@circleci/mcp-server-circleci', env: { CIRCLECI_TOKEN: 'x' } },
    { pkg: '@mapbox/mcp-devkit-server', env: { MAPBOX_ACCESS_TOKEN: 'pk.eyJ1IjoieCJ9.x' }, calls: true },
    { pkg: '@mui/mcp' },
    { pkg: '@magicuidesign/mcp' },
    {
      pkg: '@antv/mcp-server-chart',
      args: ['--transport', 'streamable', '--port', '$PORT'],
      http: '/mcp',
    },
    { pkg: '@perplexity-ai/mcp-server', env: { PERPLEXITY_API_KEY: 'x' } },
    { pkg: '@microsoft/clarity-mcp-server', args: ['--clarity_api_token=x'] },
    { pkg: '@mobilenext/mobile-mcp' },
    { pkg: '@google-cloud/gcloud-mcp' },
    { pkg: '@google-cloud/observability-mcp' },
    { pkg: '@googlemaps/code-assist-mcp' },
    { pkg: 'tavily-mcp', env: { TAVILY_API_KEY: 'x' } },
    { pkg: 'mcp-mermaid' },
    { pkg: 'exa-mcp-server', env: { EXA_API_KEY: 'x' } },
    { pkg: 'airtable-mcp-server', env: { AIRTABLE_API_KEY: 'patx.x' } },
    { pkg: '@kimtaeyoon83/mcp-server-youtube-transcript' },
    { pkg: 'figma-developer-mcp', args: ['--stdio'], env: { FIGMA_API_KEY: 'x' } },
    { pkg: 'mongodb-mcp-server' },
    { pkg: 'firecrawl-mcp', env: { FIRECRAWL_API_KEY: 'x' } },
    { pkg: '@cyanheads/git-mcp-server' },
  ];
  return servers.map((server) => ({ ...server, unread: true }));
}

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
