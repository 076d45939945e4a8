/** A catalogue that has all three parts of a theft. */
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { CatalogRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { foldedWords } from '../text/prose.js';
import { quote } from '../text/security-hit.js';

const UNTRUSTED =
  /\b(?:fetch|browse|crawl|scrape|search web|web search|navigate|read (?:email|mail|inbox|issue|message|comment|page|url)s?|get (?:email|issue|message|comment|page|url|webpage|review)s?|list (?:email|issue|message|comment)s?|download)\b/;
const PRIVATE =
  /\b(?:read (?:file|text file|media file|multiple files|document|note|secret|database|email|mail|inbox)s?|get (?:file|secret|contact|credential|document|note|email|customer|user|private)s?(?: contents)?|list (?:file|secret|contact|repositorie|customer|email)s?|query|sql|execute sql|run query|search (?:file|email|note|contact|document|memory)s?|recall|env)\b/;
const OUT =
  /\b(?:send|post|upload|email|publish|share|forward|tweet|create (?:issue|pull request|comment|gist|page|webhook)|add comment|push|http request|curl|webhook|write file|navigate|fetch)\b/;

export const sec026: CatalogRule = {
  id: 'SEC-026',
  name: 'toxic-flow',
  severity: 'info',
  since: '0.1.0',
  triggers:
    'The servers of this check together offer a tool that brings in untrusted content, one that reads private data, and one that sends something out. Told by their names; reported once, on the first server.',
  rationale:
    'With all three at hand, a page that the model reads can make it read a secret and send it on. No single tool is at fault, so that only the combination can be watched.',
  fix: 'Connect only what the task needs, and confirm calls that send something out.',
  bad: [{ server: 'desk', tools: [{ name: 'fetch_page' }, { name: 'read_file' }, { name: 'send_email' }] }],
  good: [{ server: 'desk', tools: [{ name: 'read_file' }, { name: 'list_directory' }] }],
  scope: 'catalog',
  check(catalog, { catalogs }) {
    if (catalogs[0] !== catalog) return [];
    const found = firstTools(catalogs, [UNTRUSTED, PRIVATE, OUT]);
    if (found.length < 3 || new Set(found).size < 2) return [];
    const [content, data, way] = found.map((name) => quote(name).slice(0, 24));
    return [
      {
        pointer: '/tools',
        message: `toxic-flow: untrusted content ("${content}"), private data ("${data}") and a way out ("${way}") together`,
      },
    ];
  },
};

/** For each pattern the first tool, where there is one. */
function firstTools(catalogs: readonly Catalog[], patterns: readonly RegExp[]): string[] {
  const found: string[] = [];
  let open = [...patterns.entries()];
  for (const tool of catalogs.flatMap(({ tools }) => tools)) {
    const words = wordsOf(tool);
    open = open.filter(([at, pattern]) => {
      if (!pattern.test(words)) return true;
      found[at] = tool.name;
      return false;
    });
    if (open.length === 0) break;
  }
  return found.filter((name) => name !== undefined);
}

function wordsOf(tool: ToolDef): string {
  const name = ownValue(tool, 'name');
  return typeof name === 'string' ? foldedWords(name.slice(0, 200)).join(' ') : '';
}
