import { expect, it } from 'vitest';
import { createRedactor } from '../../redact/redactor.js';
import type { ConnectionResult } from '../servers.js';
import { judgeLoadOf } from './judge-load.js';

it('allow_remote: a server on another machine is not loaded unless told', async () => {
  let opened = 0;
  const open = async (): Promise<ConnectionResult> => {
    opened += 1;
    return { failure: { code: 'gone', message: 'nobody is there', stage: 'start' } as never };
  };
  const judge = (allow_remote: boolean) =>
    judgeLoadOf(
      { for_ms: 10, calls: 1, allow_remote, gates: {} },
      { server: 's', tool: 't', args: {}, timeout_ms: 100, connection: undefined as never },
      { redactor: createRedactor([]), server: { url: 'https://mcp.example.com/mcp', open } },
    );
  const refused = await judge(false);
  expect([opened, refused.checks[0]?.outcome]).toEqual([0, 'inconclusive']);
  await judge(true);
  expect(opened).toBe(1);
});
