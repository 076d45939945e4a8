/** The elements of an HTML text with their attributes, as a browser would see them; scripts and styles apart. */

export interface Element {
  name: string;
  attributes: Map<string, string>;
}

export interface Page {
  elements: Element[];
  scripts: string[];
  styles: string[];
}

const TAG = /<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/giy;
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Their content is text up to their own end tag. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noembed']);
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  sol: '/',
};

export function elementsOf(html: string): Page {
  const page: Page = { elements: [], scripts: [], styles: [] };
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = endOf(html, '-->', at + 4);
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    if (!tag) {
      at += 1;
      continue;
    }
    const element = { name: tag[1]!.toLowerCase(), attributes: attributesOf(tag[2]!) };
    page.elements.push(element);
    at = TAG.lastIndex;
    if (RAW.has(element.name)) at = takeRaw(html, at, element, page);
  }
  return page;
}

function takeRaw(html: string, from: number, { name, attributes }: Element, page: Page): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  const until = end.exec(html)?.index ?? html.length;
  const text = html.slice(from, until);
  if (name === 'style') page.styles.push(text);
  // A block of data is no program.
  const type = attributes.get('type')?.toLowerCase() ?? '';
  if (name === 'script' && /^$|module|javascript|ecmascript/.test(type)) page.scripts.push(text);
  return until;
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', ...values] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    const value = values.slice(0, 3).find((one) => typeof one === 'string') ?? '';
    // The first one counts, as in a browser.
    if (!attributes.has(key)) attributes.set(key, decoded(value));
  }
  return attributes;
}

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,6}));?/gi, (all, hex, decimal, word) => {
    if (word !== undefined) return ENTITIES[String(word).toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}
