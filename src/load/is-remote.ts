/** Load is for servers of one's own: without a word to the contrary, for those on this machine. */
import { hostKind } from '../util/host-kind.js';

/** A server without an address is started by us. */
export function isRemote(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && hostKind(new URL(url).hostname) !== 'loopback';
}
