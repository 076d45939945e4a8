/**
 * Which distractors a block asks for: a function of the block and the real tools alone, so that a saved
 * trace can be scored without knowing the run. Bundled tools come in their published order;
 * near-duplicates go round `of:` once for each way of altering a name.
 */
import type { ToolDef } from '../types/catalog.js';
import { distractorTools } from './distractor-tools.js';
import { nearDuplicate } from './near-duplicate.js';

export type DistractorSource = { from: 'catalog' } | { from: 'near_duplicate'; of: string[] };

export interface DistractorRequest {
  count: number;
  source: DistractorSource;
  /** Ids or bare names of the right tools, which are never imitated by an equal name. */
  correct: string[];
}

export interface Distractor {
  /** `server.tool`, or the name alone when no server is declared. */
  id: string;
  server?: string;
  tool: ToolDef;
}

export function chooseDistractors(
  request: DistractorRequest,
  realTools: Record<string, ToolDef[]>,
  servers: readonly string[],
): Distractor[] {
  const { source } = request;
  return source.from === 'catalog'
    ? fromCatalog(request, realTools, servers)
    : fromNames(request, source.of, realTools, servers);
}

function fromCatalog(
  request: DistractorRequest,
  realTools: Record<string, ToolDef[]>,
  servers: readonly string[],
): Distractor[] {
  const taken = new Set(request.correct.map((id) => readId(id, realTools, servers).name));
  const bundled = new Map(distractorTools().map((tool) => [tool.name, tool.description]));
  for (const tool of Object.values(realTools).flat()) {
    // A catalogue recorded with the distractors in it does not make them real.
    if (bundled.has(tool.name) && tool.description !== bundled.get(tool.name)) taken.add(tool.name);
  }
  return distractorTools()
    .filter((tool) => !taken.has(tool.name))
    .slice(0, request.count)
    .map((tool) => asDistractor(tool, servers[0]));
}

function fromNames(
  request: DistractorRequest,
  of: readonly string[],
  realTools: Record<string, ToolDef[]>,
  servers: readonly string[],
): Distractor[] {
  const models = of.map((id) => readId(id, realTools, servers));
  const out: Distractor[] = [];
  const taken = new Set(
    [...request.correct.map((id) => readId(id, realTools, servers)), ...models].map(idOf),
  );
  for (let round = 0; models.length > 0 && out.length < request.count; round += 1) {
    for (const model of models) {
      if (out.length === request.count) break;
      const tool = nearDuplicate(model.name, model.tool, round);
      const made = tool && asDistractor(tool, model.server);
      if (!made || taken.has(made.id) || isReal(made, realTools)) continue;
      taken.add(made.id);
      out.push(made);
    }
  }
  return out;
}

function isReal(made: Distractor, realTools: Record<string, ToolDef[]>): boolean {
  const twins = made.server === undefined ? [] : (toolsOf(realTools, made.server) ?? []);
  return twins.some((tool) => tool.name === made.tool.name && tool.description !== made.tool.description);
}

interface Model {
  name: string;
  server?: string;
  tool?: ToolDef;
}

/** Reads an id: the server it names, else the one that has the tool, else the first one. */
function readId(id: string, realTools: Record<string, ToolDef[]>, servers: readonly string[]): Model {
  const names = [...new Set([...servers, ...Object.keys(realTools)])];
  const prefix = names
    .filter((candidate) => id.startsWith(`${candidate}.`) && id.length > candidate.length + 1)
    .sort((a, b) => b.length - a.length)[0];
  const name = prefix === undefined ? id : id.slice(prefix.length + 1);
  const findOn = (candidate: string) => toolsOf(realTools, candidate)?.find((tool) => tool.name === name);
  const server = prefix ?? names.find((candidate) => findOn(candidate) !== undefined) ?? servers[0];
  return { name, server, tool: server === undefined ? undefined : findOn(server) };
}

function toolsOf(realTools: Record<string, ToolDef[]>, server: string): ToolDef[] | undefined {
  return Object.hasOwn(realTools, server) ? realTools[server] : undefined;
}

function idOf(model: Model): string {
  return model.server === undefined ? model.name : `${model.server}.${model.name}`;
}

function asDistractor(tool: ToolDef, server: string | undefined): Distractor {
  return server === undefined ? { id: tool.name, tool } : { id: `${server}.${tool.name}`, server, tool };
}
