/** Updates of resources: who subscribed, and who is told when a tool changes one. */
import { CODE, META } from '../../rpc-server/eras.js';
import { type Exchange, type Method, RpcFault } from '../../rpc-server/rpc.js';
import { ownValue } from '../../util/plain.js';
import type { Manifest, MockTool } from '../manifest.js';
import type { Peer } from '../peer.js';

export function hasUpdates({ tools }: Manifest): boolean {
  return tools.some(({ updates }) => updates.length > 0);
}

/** The legacy way; the modern one is a part of `subscriptions/listen`. */
export function createSubscriptions({ resources }: Manifest): [string, Method<Peer>][] {
  const known = new Set(resources.map(({ def }) => def.uri));
  const uriOf = (params: unknown): string => {
    const uri = ownValue(params, 'uri');
    if (typeof uri !== 'string') throw new RpcFault(CODE.invalidParams, 'Invalid params: uri is missing');
    if (!known.has(uri))
      throw new RpcFault(CODE.legacyResourceNotFound, `Resource not found: ${uri}`, { uri });
    return uri;
  };
  return [
    [
      'resources/subscribe',
      ({ params, peer }) => {
        peer.subscribed.add(uriOf(params));
        return {};
      },
    ],
    [
      'resources/unsubscribe',
      ({ params, peer }) => {
        peer.subscribed.delete(uriOf(params));
        return {};
      },
    ],
  ];
}

/** Tells of what a call changed, and sends what else it says. */
export function tellUpdates({ updates, notifies }: MockTool, { peer, era, send }: Exchange<Peer>): void {
  for (const uri of updates) {
    const message = { jsonrpc: '2.0', method: 'notifications/resources/updated' };
    for (const [id, { uris, tell }] of peer.counters.subscriptions) {
      if (uris.has(uri)) tell({ ...message, params: { uri, _meta: { [META.subscriptionId]: id } } });
    }
    if (era === 'legacy' && peer.subscribed.has(uri)) (peer.tell ?? send)({ ...message, params: { uri } });
  }
  for (const notice of notifies) send({ jsonrpc: '2.0', ...notice });
}
