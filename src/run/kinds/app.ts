/**
 * `app:` — the page that a tool names for its results (MCP Apps): it is there, it is of the right type, and it is
 * inert in a sandbox, which `app-html.ts` decides from its text alone.
 */
import type { AppCall } from '../../types/suite.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip, show } from '../../util/text.js';
import { type Origins, reachOf } from './app-html.js';
import { Budget, held, type KindAnswer, type KindContext, resultReply } from './kind-answer.js';

const MIME = 'text/html;profile=mcp-app';

export async function askApp({ app }: AppCall, context: KindContext): Promise<KindAnswer> {
  const { connection, options } = context;
  const budget = new Budget(options.timeout_ms);
  const named = app.startsWith('ui://') ? { uri: app, faults: [] } : await namedBy(app, context);
  if (named.uri === undefined) {
    return { reply: resultReply({}, budget.spent), checks: [held('app', 'named', named.faults, '')] };
  }
  const { uri } = named;
  const reply = await connection.request('resources/read', { uri }, { ...options, timeout_ms: budget.left });
  if (reply.kind !== 'result') {
    const message = `the page ${uri} cannot be read`;
    return { reply, checks: [held('app', 'readable', [message], '')] };
  }
  const contents = ownValue(reply.result, 'contents');
  const content = Array.isArray(contents) ? contents.find((one) => ownValue(one, 'uri') === uri) : undefined;
  const html = textOf(content);
  const ui = ownValue(ownValue(content, '_meta'), 'ui');
  const csp = ownValue(ui, 'csp');
  const { reaches, doubts } = reachOf(html ?? '', originsOf(csp));
  const mime = ownValue(content, 'mimeType');
  const also = { app: { uri, mimeType: mime, html, csp, permissions: ownValue(ui, 'permissions'), reaches } };
  const checks = [
    held('app.uri', 'named', [...named.faults, ...schemeFaults(uri)], 'the page has its own address'),
    held('app.mimeType', 'type', mimeFaults(mime), `the page is ${MIME}`),
    held('app.html', 'page', htmlFaults(content, html), 'the page is there'),
    held('app.html', 'inert', [...reaches, ...cspFaults(csp)], 'the page is inert in a sandbox'),
  ];
  return { reply: { ...reply, also }, checks, notes: doubts.map((doubt) => `the page of ${app} ${doubt}`) };
}

/** Both places in which tools name their page; the second is the older one. */
async function namedBy(name: string, { tool }: KindContext): Promise<{ uri?: string; faults: string[] }> {
  const { def, unlisted, lost } = await tool(name);
  if (def === undefined) {
    const why = unlisted ?? lost?.message;
    return { faults: [`the server does not list the tool ${show(name)}${why ? `: ${why}` : ''}`] };
  }
  const meta = ownValue(def, '_meta');
  const ui = ownValue(meta, 'ui');
  const uri = ownValue(ui, 'resourceUri') ?? ownValue(meta, 'ui/resourceUri');
  if (typeof uri !== 'string')
    return { faults: [`the tool ${show(name)} names no page in \`_meta.ui.resourceUri\``] };
  const visibility = ownValue(ui, 'visibility');
  const isKnown = (one: unknown): boolean => one === 'model' || one === 'app';
  const isSound = visibility === undefined || (Array.isArray(visibility) && visibility.every(isKnown));
  return { uri, faults: isSound ? [] : [`\`visibility\` of ${show(name)} is ${show(visibility)}`] };
}

function textOf(content: unknown): string | undefined {
  const [text, blob] = [ownValue(content, 'text'), ownValue(content, 'blob')];
  if (typeof text === 'string') return text;
  return typeof blob === 'string' ? Buffer.from(blob, 'base64').toString('utf8') : undefined;
}

function schemeFaults(uri: string): string[] {
  return uri.startsWith('ui://')
    ? []
    : [`the page has the address ${clip(uri, 200)}, which does not begin with ui://`];
}

function mimeFaults(mime: unknown): string[] {
  const plain = typeof mime === 'string' ? mime.toLowerCase().replace(/\s/g, '') : undefined;
  return plain === MIME ? [] : [`the page is ${show(mime)} and not ${MIME}`];
}

function htmlFaults(content: unknown, html: string | undefined): string[] {
  if (content === undefined) return ['the answer contains no content with the address of the page'];
  if (html === undefined) return ['the page has neither `text` nor `blob`'];
  if (!/<(?:!doctype\s+html|html|head|body)\b/i.test(html)) return ['the page is not an HTML document'];
  return [];
}

function originsOf(csp: unknown): Origins {
  const of = (key: string): string[] => {
    const list = ownValue(csp, key);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  };
  return {
    resources: of('resourceDomains'),
    connect: of('connectDomains'),
    frames: of('frameDomains'),
    base: of('baseUriDomains'),
  };
}

/** A policy that lets everything through declares nothing. */
function cspFaults(csp: unknown): string[] {
  if (csp === undefined) return [];
  if (!isObject(csp)) return [`\`csp\` of the page is ${show(csp)} and no map`];
  return Object.entries(csp).flatMap(([key, list]) => {
    if (!Array.isArray(list)) return [`\`csp.${key}\` of the page is not a list`];
    const wide = list.find(
      (one) => typeof one !== 'string' || /^(?:\*|https?:|wss?:|https?:\/\/\*)$/.test(one),
    );
    return wide === undefined
      ? []
      : [`\`csp.${key}\` of the page allows ${show(wide)}, which is not an origin`];
  });
}
