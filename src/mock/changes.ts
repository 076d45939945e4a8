/** Lists that change: tools that come and go with the calls, calls that announce a change, and who is told. */
import { CODE, META } from '../rpc-server/eras.js';
import { type Exchange, RpcFault } from '../rpc-server/rpc.js';
import { isObject, ownValue } from '../util/plain.js';
import type { Manifest, MockTool } from './manifest.js';
import type { Counters, Peer } from './peer.js';

export const LISTS = ['tools', 'resources', 'prompts'] as const;
export type List = (typeof LISTS)[number];

/** The lists that ever change. */
export function changingLists({ tools }: Pick<Manifest, 'tools'>): Set<List> {
  const lists = new Set<List>(tools.flatMap(({ announces }) => announces));
  return toolsChange(tools) ? lists.add('tools') : lists;
}

export function toolsChange(tools: MockTool[]): boolean {
  return tools.some((tool) => tool.appears_after !== undefined || tool.disappears_after !== undefined);
}

export function isThere(tool: MockTool, { total }: Counters): boolean {
  return total >= (tool.appears_after ?? 0) && total < (tool.disappears_after ?? Number.POSITIVE_INFINITY);
}

/** As the tool is listed now. */
export function listedAs({ def, becomes }: MockTool, { lists }: Counters): MockTool['def'] {
  return becomes !== undefined && lists > becomes.after ? becomes.def : def;
}

/** Tell of what the latest call changed. Modern clients hear of it when they subscribed. */
export function announce(called: MockTool, tools: MockTool[], { peer, era, send }: Exchange<Peer>): void {
  const { counters } = peer;
  const changed = tools.some((tool) => [tool.appears_after, tool.disappears_after].includes(counters.total));
  const lists: List[] = changed ? ['tools', ...called.announces] : called.announces;
  for (const list of new Set(lists)) {
    const message = { jsonrpc: '2.0', method: `notifications/${list}/list_changed` };
    for (const [id, { wants, tell }] of counters.subscriptions) {
      if (wants.has(list)) tell({ ...message, params: { _meta: { [META.subscriptionId]: id } } });
    }
    if (era === 'legacy') (peer.tell ?? send)(message);
  }
}

/** `subscriptions/listen`: acknowledged with what there is to hear; where there is nothing it ends at once. */
export async function listen(
  { id, params, peer, send, signal, onWait }: Exchange<Peer>,
  changing: Set<List>,
  known: ReadonlySet<string>,
): Promise<Record<string, unknown> | undefined> {
  const filter = params.notifications;
  if (!isObject(filter)) throw new RpcFault(CODE.invalidParams, 'Invalid params: notifications is missing');
  const wants = new Set(
    LISTS.filter((list) => changing.has(list) && ownValue(filter, `${list}ListChanged`) === true),
  );
  const asked = ownValue(filter, 'resourceSubscriptions');
  const uris = new Set<string>((Array.isArray(asked) ? asked : []).filter((uri) => known.has(uri)));
  const _meta = { [META.subscriptionId]: id };
  const notifications: Record<string, unknown> = Object.fromEntries(
    [...wants].map((list) => [`${list}ListChanged`, true]),
  );
  if (uris.size > 0) notifications.resourceSubscriptions = [...uris];
  send({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications, _meta },
  });
  if (wants.size + uris.size === 0) return { _meta };
  onWait?.();
  const { subscriptions } = peer.counters;
  const subscription = { wants, uris, tell: send };
  subscriptions.set(id, subscription);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  if (subscriptions.get(id) === subscription) subscriptions.delete(id);
  return undefined;
}
