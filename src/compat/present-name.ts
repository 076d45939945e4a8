/** A name as a client shows it to the model: with its prefix, its characters replaced, cut to its length. */
import { createHash } from 'node:crypto';
import type { ClientView, PresentedName } from '../types/compat.js';

export function presentName(view: ClientView | undefined, called: string, tool: string): PresentedName {
  const server = view?.server_lower ? called.toLowerCase() : called;
  if (view === undefined)
    return {
      name: tool,
      full: tool,
      wanted: tool.length,
      changed: false,
      cut: false,
      hashed: false,
      left_out: false,
    };
  const raw = fill(view.name, server, tool);
  const plain = sanitised(view, withShortPrefix(view, server, tool));
  const namespace = view.namespace && sanitised(view, fill(view.namespace, server, tool));
  const changed = sanitised(view, raw) !== raw;
  const before = namespace === undefined ? '' : `${namespace}__`;
  const tooLong = view.max !== undefined && before.length + plain.length > view.max;
  const leftOut =
    (view.only !== undefined && !new RegExp(view.only).test(tool)) || (tooLong && view.over === 'leave out');
  const hashed = view.over === 'hash' && (tooLong || (changed && view.hash_when_changed === true));
  const name = shortened(view, { plain, before, tooLong, hashed, server, tool });
  return {
    name,
    namespace,
    full: `${before}${name}`,
    wanted: before.length + plain.length,
    changed,
    cut: tooLong && name !== plain,
    hashed,
    left_out: leftOut,
  };
}

/** Where two names became the same, a client may tell them apart by a hash. */
export function withHash(
  view: ClientView,
  presented: PresentedName,
  server: string,
  tool: string,
): PresentedName {
  const name = `${presented.name}_${hashOf(view, server, tool)}`;
  return { ...presented, name, full: presented.full.replace(presented.name, name), hashed: true };
}

/** A name that was cut gets a number in the place of its end. */
export function withNumber({ max }: ClientView, presented: PresentedName, nth: number): PresentedName {
  const end = `_${nth}`;
  const name = `${presented.name.slice(0, (max ?? Number.POSITIVE_INFINITY) - end.length)}${end}`;
  return { ...presented, name, full: presented.full.replace(presented.name, name) };
}

function fill(pattern: string, server: string, tool: string): string {
  return pattern.replace(/\{(server|tool)\}/g, (_, key: string) => (key === 'server' ? server : tool));
}

/** A prefix of at most so many characters, its last sign among them; the server's name pays for it. */
function withShortPrefix({ name, prefix_max: most }: ClientView, server: string, tool: string): string {
  if (most === undefined) return fill(name, server, tool);
  const [before = '', after = ''] = fill(name.replace('{server}', '\0'), server, '\u0001').split('\0');
  const glue = after.split('\u0001')[0] ?? '';
  const room = Math.max(0, most - before.length - glue.length);
  return `${before}${server.toLowerCase().slice(0, room)}${glue}${tool}`;
}

function sanitised({ keep, fill: sign = '_', runs }: ClientView, name: string): string {
  if (keep === undefined) return name;
  return name.replace(new RegExp(`[^${keep}]${runs ? '+' : ''}`, 'g'), sign);
}

interface Parts {
  plain: string;
  before: string;
  tooLong: boolean;
  hashed: boolean;
  server: string;
  tool: string;
}

function shortened(view: ClientView, parts: Parts): string {
  const { plain, before, tooLong, hashed, server, tool } = parts;
  const { max = Number.POSITIVE_INFINITY } = view;
  if (hashed) {
    const hash = hashOf(view, server, tool);
    return `${plain.slice(0, Math.max(0, max - before.length - hash.length - 1))}_${hash}`;
  }
  if (!tooLong) return plain;
  if (view.over === 'cut') return plain.slice(0, Math.max(0, max - before.length));
  if (view.over === 'middle') return `${plain.slice(0, 30)}...${plain.slice(-30)}`;
  if (view.over === 'prefix') {
    if (tool.length >= max) return tool;
    return `${server.slice(0, Math.max(0, max - tool.length - 1))}_${tool}`;
  }
  return plain;
}

function hashOf(
  { name, hash = 8, hash_of = name, hash_by }: ClientView,
  server: string,
  tool: string,
): string {
  const text = fill(hash_of, server, tool);
  if (hash_by === 'fnv-1a') return fnv1a(text).toString(36).padStart(hash, '0');
  return createHash('sha1').update(text).digest('hex').slice(0, hash);
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
