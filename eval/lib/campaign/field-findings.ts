/** Security findings on real servers, each read beside the definition: true, or false and why. */
import type { SevereFinding } from './field-run-page.js';

const READ: { server: string; rule: string; tool?: string; verdict: string }[] = [
  {
    server: '@azure/mcp',
    rule: 'SEC-006',
    tool: 'applens',
    verdict: 'True: it calls itself the first choice for a whole field of questions.',
  },
  {
    server: '@google-cloud/gcloud-mcp',
    rule: 'SEC-006',
    verdict: 'True: it asks to be put before every other tool.',
  },
  {
    server: '@cloudflare/mcp-server-cloudflare',
    rule: 'SEC-009',
    verdict: 'True: 20 tools delete or send, and no tool has hints.',
  },
  {
    server: '@modelcontextprotocol/server-pdf',
    rule: 'SEC-027',
    tool: 'display_pdf',
    verdict: 'False: it says what one of its own arguments asks of the user.',
  },
  {
    server: '@hubspot/mcp-server',
    rule: 'SEC-027',
    tool: 'hubspot-get-user-details',
    verdict: 'False: the tool asks to be called first by the other tools of its own server, and says why.',
  },
  {
    server: 'firecrawl-mcp',
    rule: 'SEC-006',
    tool: 'firecrawl_scrape',
    verdict:
      'True: it calls itself the most powerful and the fastest, and asks to be the default for any web page.',
  },
  {
    server: 'firecrawl-mcp',
    rule: 'SEC-006',
    tool: 'firecrawl_search',
    verdict: 'True: it calls itself the most powerful search, and asks to be the default for any search.',
  },
  {
    server: '@brave/brave-search-mcp-server',
    rule: 'SEC-027',
    tool: 'brave_summarizer',
    verdict: 'False: it names the call of its own server that has to come first.',
  },
  {
    server: '@shopify/dev-mcp',
    rule: 'SEC-027',
    tool: 'learn_shopify_api',
    verdict: "True: it asks for the user's last message word by word, to improve the service.",
  },
  {
    server: '@circleci/mcp-server-circleci',
    rule: 'SEC-027',
    tool: 'list_followed_projects',
    verdict: 'False: it asks to wait for the user before other tools are called.',
  },
  {
    server: '@circleci/mcp-server-circleci',
    rule: 'SEC-027',
    tool: 'list_component_versions',
    verdict: 'False: it asks to wait for the user before other tools are called.',
  },
  {
    server: '@circleci/mcp-server-circleci',
    rule: 'SEC-027',
    tool: 'download_usage_api_data',
    verdict: "True: it insists that the user's own message goes along with the call.",
  },
];

/** Undefined where nobody has read it yet. */
export function verdictOn(server: string, { rule, tool }: SevereFinding): string | undefined {
  return READ.find(
    (one) =>
      server.startsWith(one.server) && one.rule === rule && (one.tool === undefined || one.tool === tool),
  )?.verdict;
}
