/** For tests: a strict little XML reader. It throws on anything that is not well-formed. */

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#x?[0-9a-f]+);/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w.-]*="[^"<]*")*)\s*(\/?)>/y;

export function parseXml(source: string): Element {
  const illegal = ILLEGAL.exec(source);
  if (illegal) throw new Error(`illegal character at ${illegal.index}`);
  const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!source.startsWith(prolog)) throw new Error('no prolog');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [];
  let inside = root;
  let at = prolog.length;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    const text = source.slice(at, next < 0 ? source.length : next);
    inside.text += decode(text);
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(source);
    if (!tag) throw new Error(`not a tag: ${source.slice(next, next + 60)}`);
    at = TAG.lastIndex;
    const [, closes, name = '', attributes = '', isEmpty] = tag;
    if (closes) {
      const outside = open.pop();
      if (outside === undefined || inside.name !== name) throw new Error(`stray </${name}>`);
      inside = outside;
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [], text: '' };
    inside.children.push(element);
    if (isEmpty) continue;
    open.push(inside);
    inside = element;
  }
  const [only, ...others] = root.children;
  if (inside !== root || only === undefined || others.length > 0 || root.text.trim())
    throw new Error('not one root');
  return only;
}

function attributesOf(text: string): Record<string, string> {
  const out: Record<string, string> = Object.create(null);
  for (const [, name = '', value = ''] of text.matchAll(/([\w.-]+)="([^"]*)"/g)) {
    if (name in out) throw new Error(`${name} twice`);
    out[name] = decode(value);
  }
  return out;
}

function decode(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text');
  if (text.replace(ENTITY, '').includes('&')) throw new Error(`bare & in ${text.slice(0, 60)}`);
  return text.replace(ENTITY, (_, name?: string) => (name && NAMED[name]) || '#');
}
