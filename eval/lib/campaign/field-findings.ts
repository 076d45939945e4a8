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
    server: '@hubspot/mcp-server',
    rule: 'SEC-027',
    tool: 'hubspot-get-user-details',
    verdict: 'False: the tool asks to be called first by the other tools of its own server, and says why.',
  },
];

/** Undefined where nobody has read it yet. */
export function verdictOn(server: string, { rule, tool }: SevereFinding): string | undefined {
  return READ.find(
    (one) =>
      server.startsWith(one.server) && one.rule === rule && (one.tool === undefined || one.tool === tool),
  )?.verdict;
}
