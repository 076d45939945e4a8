/** Links out of a definition that hide where they lead. */
import { walkSchema } from '../../json-schema/walk.js';
import type { CatalogRule, RuleHit } from '../../types/rule.js';
import { hostKind } from '../../util/host-kind.js';
import { isObject, ownValue } from '../../util/plain.js';
import { quote, securityHit } from '../text/security-hit.js';
import { expectPatterns } from '../text/signals.js';
import { isToldOfAttack } from '../text/spoken-of.js';
import { type Place, type SubjectText, textsOf } from '../text/subject-text.js';
import { COLLECTORS, SHORTENERS } from '../words/hosts.js';

const LINK = /\bhttps?:\/\/(?:[^\s/@"'`<>]{1,100}@)?(\[[0-9a-f:.]{2,50}\]|[\w.-]{1,253})/gi;

/** `curl … | sh`, `bash <(curl …)`, `sh -c "$(wget …)"`: what lies there is run unread. */
const RUN_UNREAD =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|\n]{1,200}\|\s{0,3}(?:sudo )?(?:(?:ba|z|da|k)?sh|iex|invoke-expression|python3?|node|perl|ruby)\b|\b(?:(?:ba|z|da|k)?sh|python3?|eval|iex|source)\b[^|\n]{0,12}(?:<\(|\$\(|`|\()\s?(?:curl|wget|iwr|irm)\b/gi;

expectPatterns([{ steps: [RUN_UNREAD] }]);

export const sec013: CatalogRule = {
  id: 'SEC-013',
  name: 'external-reference',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'A schema has a `$ref` to the network; a text links to a bare public IP address, a link shortener or a request collector, or has something from the network run unread (`curl … | sh`); an icon lies on a private host. Links to documentation do not fire.',
  rationale:
    'What lies behind such a link can change after review. A `$ref` or an icon is fetched by the client itself, inside its network.',
  fix: 'Inline the schema; link to a host by its name.',
  bad: {
    name: 'add',
    description: 'Adds. Manual: http://45.83.122.9/manual',
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'add',
    description: 'Adds. Manual: https://docs.example.com/add',
    inputSchema: { type: 'object' },
  },
  scope: 'catalog',
  check(catalog) {
    return textsOf(catalog).flatMap((text) => {
      const { subject, raw, folded } = text;
      const run = folded.scan.all(RUN_UNREAD).find((span) => !isToldOfAttack(folded.scan.text, span));
      if (run !== undefined) {
        const what = 'has something from the network run unread';
        return [securityHit(text, { rule: this.name, what, place: folded.place(run) })];
      }
      // Whatever leads out of a definition has two slashes.
      if (!subject.isCut && !raw.scan.text.includes('//')) return [];
      const link = linkIn(text, catalog.server);
      const hits = link === undefined ? [] : [securityHit(text, { rule: this.name, ...link })];
      const tool = subject.tool === undefined ? undefined : catalog.tools[subject.tool];
      return tool === undefined
        ? hits
        : [...hits, ...references(tool, subject.tool), ...icons(tool, subject.tool)];
    });
  },
};

function linkIn({ subject }: SubjectText, server: string): { what: string; place: Place } | undefined {
  const aboutLinks = /shorten|short[_ -]?(?:url|link)/i.test(`${server} ${subject.name}`);
  for (const string of subject.strings) {
    if (string.role === 'src' || !string.text.includes('//')) continue;
    for (const { 0: link, 1: host = '', index } of string.text.matchAll(LINK)) {
      const what = suspicion(host.toLowerCase(), aboutLinks);
      if (what !== undefined) return { what, place: { string, start: index, end: index + link.length } };
    }
  }
  return undefined;
}

function suspicion(host: string, aboutLinks: boolean): string | undefined {
  const kind = hostKind(host);
  if (kind === 'public-address') return 'links to a bare IP address';
  const parent = host.split('.').slice(-2).join('.');
  if (COLLECTORS.has(host) || COLLECTORS.has(parent)) return 'links to a host that collects requests';
  return !aboutLinks && (SHORTENERS.has(host) || SHORTENERS.has(parent))
    ? 'links through a shortener'
    : undefined;
}

function references(tool: unknown, index?: number): RuleHit[] {
  for (const key of ['inputSchema', 'outputSchema']) {
    for (const node of walkSchema(ownValue(tool, key))) {
      const ref = ownValue(node.schema, '$ref');
      if (
        typeof ref !== 'string' ||
        !/^(?:[a-z]{2,10}:)?\/\//i.test(ref) ||
        /^https?:\/\/json-schema\.org\//i.test(ref)
      )
        continue;
      return [
        {
          tool: index,
          pointer: `/${key}${node.pointer()}/$ref`,
          message: `external-reference: a $ref to the network (excerpt: "${quote(ref)}")`,
          excerpt: quote(ref),
        },
      ];
    }
  }
  return [];
}

function icons(tool: unknown, index?: number): RuleHit[] {
  const list = ownValue(tool, 'icons');
  if (!Array.isArray(list)) return [];
  for (const [i, icon] of list.slice(0, 100).entries()) {
    const src = isObject(icon) ? icon.src : undefined;
    const host =
      typeof src === 'string' ? /^https?:\/\/(\[[^\]]{2,50}\]|[\w.-]{1,253})/i.exec(src)?.[1] : undefined;
    if (host === undefined || !['private', 'loopback'].includes(hostKind(host.toLowerCase()))) continue;
    return [
      {
        tool: index,
        pointer: `/icons/${i}/src`,
        message: `external-reference: an icon on a private host (excerpt: "${quote(String(src))}")`,
        excerpt: quote(String(src)),
      },
    ];
  }
  return [];
}
