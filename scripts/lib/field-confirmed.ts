/** MUSTs that real servers break, each read frame by frame and found to be the server's own. */

export interface ConfirmedFailure {
  id: string;
  servers: string[];
  why: string;
}

const OFFICIAL = '@modelcontextprotocol/server';
const SDK = 'a server on SDK 2.x';

export const CONFIRMED: ConfirmedFailure[] = [
  {
    id: 'C-HTTP-001',
    servers: [`${OFFICIAL}-everything`, `${OFFICIAL}-debug`, '@upstash/context7-mcp', `${SDK}, HTTP`],
    why: 'A request with `Origin: http://mcptest-evil.example` is served. The SDK leaves the check to a middleware, which the server does not use.',
  },
  {
    id: 'C-HTTP-008',
    servers: [`${OFFICIAL}-everything`],
    why: 'After DELETE the session is answered with 400; the specification asks for 404, on which clients begin anew.',
  },
  {
    id: 'C-FRAME-001',
    servers: ['@elastic/mcp-server-elasticsearch'],
    why: 'Its telemetry logs to stdout.',
  },
  {
    id: 'C-LIFE-012',
    servers: [SDK, '@upstash/context7-mcp'],
    why: 'The SDK looks at the version of the first request and no longer at those behind it: a later one with 1999-01-01 is served.',
  },
];
