/** `requests:` of a manifest: methods of the mock's own, or others in place of those that it has. */
import { CODE } from '../../rpc-server/eras.js';
import type { Method } from '../../rpc-server/rpc.js';
import { LoudFault, RpcFault } from '../../rpc-server/rpc.js';
import type { MockRequest } from '../manifest.js';
import { fill, TemplateError } from '../template.js';
import { wait } from '../wait.js';

export function createRequests(requests: readonly MockRequest[]): [string, Method][] {
  return requests.map(({ method, reply, delay_ms }) => {
    const answer: Method = async ({ params, signal, onWait }) => {
      if (delay_ms > 0) onWait?.();
      if (!(await wait(delay_ms, signal))) return undefined;
      if ('error' in reply) throw new RpcFault(reply.error.code, reply.error.message, reply.error.data);
      try {
        return fill(reply.result, { params }) as Record<string, unknown>;
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        throw new LoudFault(CODE.noAnswer, `${error.message}: ${method}`);
      }
    };
    return [method, answer];
  });
}
