/** Tools that come and go: which ones are there after so many calls, and who is told when that changes. */
import { CODE, META } from '../rpc-server/eras.js';
import { type Exchange, RpcFault } from '../rpc-server/rpc.js';
import { isObject, own } from '../util/plain.js';
import type { Manifest, MockTool } from './manifest.js';
import type { Counters, Peer } from './peer.js';

const CHANGED = 'notifications/tools/list_changed';

export function toolsChange({ tools }: Pick<Manifest, 'tools'>): boolean {
  return tools.some((tool) => tool.appears_after !== undefined || tool.disappears_after !== undefined);
}

export function isThere(tool: MockTool, { total }: Counters): boolean {
  return total >= (tool.appears_after ?? 0) && total < (tool.disappears_after ?? Number.POSITIVE_INFINITY);
}

/** Tell of a change that the latest call brought about. Modern clients hear of it when they subscribed. */
export function announce(tools: MockTool[], { peer, era, send }: Exchange<Peer>): void {
  const { counters } = peer;
  const changed = tools.some((tool) => [tool.appears_after, tool.disappears_after].includes(counters.total));
  if (!changed) return;
  for (const [id, tell] of counters.subscriptions) {
    tell({ jsonrpc: '2.0', method: CHANGED, params: { _meta: { [META.subscriptionId]: id } } });
  }
  if (era === 'legacy') (peer.tell ?? send)({ jsonrpc: '2.0', method: CHANGED });
}

/** `subscriptions/listen`: acknowledged with what there is to hear; without any it ends at once. */
export async function listen(
  { id, params, peer, send, signal, onWait }: Exchange<Peer>,
  hasNews: boolean,
): Promise<Record<string, unknown> | undefined> {
  const wanted = params.notifications;
  if (!isObject(wanted)) throw new RpcFault(CODE.invalidParams, 'Invalid params: notifications is missing');
  const hears = hasNews && own(wanted, 'toolsListChanged') === true;
  const _meta = { [META.subscriptionId]: id };
  send({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: hears ? { toolsListChanged: true } : {}, _meta },
  });
  if (!hears) return { _meta };
  onWait?.();
  const { subscriptions } = peer.counters;
  subscriptions.set(id, send);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  if (subscriptions.get(id) === send) subscriptions.delete(id);
  return undefined;
}
