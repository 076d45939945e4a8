/** What the two HTTP transports are made of, and how both of them end. */
import type { Login } from '../auth/login.js';
import type { UrlServerSpec } from '../session/connect-result.js';
import type { FaultLog } from '../session/fault-log.js';
import type { ServerProcess } from '../stdio/server-process.js';
import type { HttpClient } from './http-client.js';

export interface TransportParts {
  spec: UrlServerSpec;
  login: Login;
  faults: FaultLog;
  http: HttpClient;
  /** The process that `start` brought up. */
  server?: ServerProcess;
}

/** Says farewell, then closes the connections, then stops the process of `start`. */
export function closeParts(parts: TransportParts, farewell: () => Promise<void>): Promise<void> {
  const { server, faults, http } = parts;
  const closing = farewell().then(async () => {
    http.close();
    await server?.stop(faults, true);
  });
  // Who started others may leave some behind, and that shows only at the end.
  if (server?.startedOthers()) faults.pending = closing;
  return closing;
}
