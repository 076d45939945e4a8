/**
 * One self-contained document: style, script and data inside, nothing fetched. Its policy allows only the
 * script and style that we built, by their hashes, and the data cannot leave their element.
 */
import { PAGE_STYLE, PAGE_STYLE_HASH, RUN_SCRIPT, RUN_SCRIPT_HASH } from '../page/bundle.generated.js';
import type { RunData } from '../page/page-data.js';
import type { RunEnvelope } from '../types/envelope.js';
import { printableJson } from '../util/printable-json.js';
import { problems } from './problems.js';
import { tracedTools } from './trace/traced-tools.js';

/** Only our script and style, by their hashes. `form`, `image`: what may be asked of the server of the page. */
export function documentPolicy(
  scriptHash: string,
  { connect = "'none'", form = "'none'", image = '' }: { connect?: string; form?: string; image?: string },
): string {
  return [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${PAGE_STYLE_HASH}'`,
    `img-src data:${image}`,
    `connect-src ${connect}`,
    "base-uri 'none'",
    `form-action ${form}`,
  ].join('; ');
}

/** The report of one run. */
export function runHtml(data: RunData, title: string): string {
  return documentHtml({ data, title, policy: documentPolicy(RUN_SCRIPT_HASH, {}), script: RUN_SCRIPT });
}

export interface DocumentParts {
  data: unknown;
  title: string;
  policy: string;
  script: string;
}

export function documentHtml({ data, title, policy, script }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeText(title)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<div id="app"><p>This page needs JavaScript, which it carries itself.</p></div>
<script type="application/json" id="data">${embed(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The run with its problems, which refer to it by place. */
export function runData(envelope: RunEnvelope): RunData {
  const places = new Map(envelope.results.map((result, at) => [result, at]));
  const groups = new Map(envelope.groups?.map((group, at) => [group, at]));
  return {
    envelope: withoutCatalogs(envelope),
    tools: tracedTools(envelope.results),
    problems: problems(envelope).map(({ result, group, checks, ...problem }) => {
      const { check: _, index: __, shown: ___, ...told } = problem;
      const all = result?.checks ?? group?.checks ?? [];
      return {
        ...told,
        result: result && places.get(result),
        group: group && groups.get(group),
        checks: checks.map((check) => all.indexOf(check)),
      };
    }),
  };
}

/** The page shows of catalogues what `tracedTools` tells. With thousands of rows they would be most of it. */
function withoutCatalogs(envelope: RunEnvelope): RunEnvelope {
  const results = envelope.results.map((row) => {
    if (row.trace?.catalog === undefined) return row;
    const { catalog: _, ...trace } = row.trace;
    return { ...row, trace };
  });
  return { ...envelope, results };
}

/** JSON that is also safe as the text of a script element. */
function embed(data: unknown): string {
  return printableJson(JSON.stringify(data)).replace(
    /[<>&]/g,
    (char) => `\\u00${char.charCodeAt(0).toString(16)}`,
  );
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
