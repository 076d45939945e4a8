/** The pages of a registry: the same answers as the API, drawn. The path and its parameters → what a page is handed. */
import type { ListQuery, RegistryPage } from '../../types/registry-pages.js';
import type {
  ListOf,
  ServerDiff,
  ServerDocument,
  ServerItem,
  ToolDocument,
  ToolItem,
} from '../../types/registry-read.js';
import { clip, oneLine } from '../../util/text.js';
import { answer, type Sources } from './api.js';

export interface Page {
  data: RegistryPage;
  title: string;
}

/** Undefined where there is no page. */
export function pageAt(
  sources: Sources,
  path: readonly string[],
  search: URLSearchParams,
): Promise<Page> | undefined {
  const [first, name, part, last] = path;
  if (path.length === 0) return serversPage(sources, search);
  if (first === 'tools' && name === undefined) return toolsPage(sources, search);
  if (first === 'tools' && part === undefined) return toolPage(sources, path, search);
  if (first === 'stats' && name === undefined) return statsPage(sources);
  if (first !== 'servers' || name === undefined || path.length > 4) return undefined;
  if (part === undefined) return serverPage(sources, name, search);
  if (part === 'tools' && last !== undefined) return toolPage(sources, path, search);
  if (part === 'diff' && last === undefined) return diffPage(sources, path, search);
  return undefined;
}

async function serversPage(sources: Sources, search: URLSearchParams): Promise<Page> {
  const list = (await answer(sources, ['servers'], search)) as ListOf<ServerItem>;
  const stats = sources.stats();
  return { data: { view: 'servers', list, query: queryOf(search), stats }, title: 'Servers' };
}

async function toolsPage(sources: Sources, search: URLSearchParams): Promise<Page> {
  const list = (await answer(sources, ['tools'], search)) as ListOf<ToolItem>;
  return { data: { view: 'tools', list, query: queryOf(search) }, title: 'Tools' };
}

async function serverPage(sources: Sources, name: string, search: URLSearchParams): Promise<Page> {
  const server = (await answer(sources, ['servers', name], new URLSearchParams())) as ServerDocument;
  const tools = (await answer(sources, ['servers', name, 'tools'], search)) as ListOf<ToolItem>;
  return { data: { view: 'server', server, tools, query: queryOf(search) }, title: titleOf(name) };
}

async function toolPage(sources: Sources, path: readonly string[], search: URLSearchParams): Promise<Page> {
  const tool = (await answer(sources, path, search)) as ToolDocument;
  return { data: { view: 'tool', tool }, title: titleOf(`${tool.name} of ${tool.server}`) };
}

async function diffPage(sources: Sources, path: readonly string[], search: URLSearchParams): Promise<Page> {
  const diff = (await answer(sources, path, search)) as ServerDiff;
  const title = titleOf(`${diff.server}: ${diff.from.version} → ${diff.to.version}`);
  return { data: { view: 'diff', diff }, title };
}

async function statsPage(sources: Sources): Promise<Page> {
  return { data: { view: 'stats', stats: sources.stats(), alone: false }, title: 'Figures' };
}

/** What the form of a list shows again; the place in the list is not part of it. */
function queryOf(search: URLSearchParams): ListQuery {
  return Object.fromEntries([...search].filter(([name, value]) => name !== 'cursor' && value !== ''));
}

function titleOf(text: string): string {
  return clip(oneLine(text), 120);
}
