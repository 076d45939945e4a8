/** What the pages of a registry are handed, as JSON inside the document. */
import type {
  ListOf,
  ServerDiff,
  ServerDocument,
  ServerItem,
  ToolDocument,
  ToolItem,
} from './registry-read.js';
import type { RegistryStats } from './registry-stats.js';

/** What a list was asked for, as its form shows it again. */
export type ListQuery = Record<string, string>;

export type RegistryPage =
  | { view: 'servers'; list: ListOf<ServerItem>; query: ListQuery; stats: RegistryStats }
  | { view: 'tools'; list: ListOf<ToolItem>; query: ListQuery }
  | { view: 'server'; server: ServerDocument; tools: ListOf<ToolItem>; query: ListQuery }
  | { view: 'tool'; tool: ToolDocument }
  | { view: 'diff'; diff: ServerDiff }
  /** `alone`: a file by itself, with no registry around it. */
  | { view: 'stats'; stats: RegistryStats; alone: boolean }
  | { view: 'problem'; title: string; detail: string };

/** How a registry is drawn; the server that sends pages knows nothing of it. */
export interface RegistryDrawing {
  page(data: RegistryPage, title: string): string;
  /** Content-Security-Policy of every page. */
  policy: string;
  /** SVG. */
  badge(overall: number | undefined): string;
}
