/** What rules need to know of a tool, worked out once for each lint. */
import { walkSchema } from '../json-schema/walk.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Parameter, RuleContext, ToolView } from '../types/rule.js';
import type { InputObject, SchemaNode } from '../types/schema-node.js';
import { ownValue } from '../util/plain.js';
import { isEnglish } from './text/english.js';
import { inputObjects } from './text/input-objects.js';
import { parametersOf } from './text/parameters.js';

export function viewTool(tool: ToolDef): ToolView {
  const raw = ownValue(tool, 'description');
  const description = typeof raw === 'string' ? raw.trim() : '';
  let english: boolean | undefined;
  let parameters: Parameter[] | undefined;
  let nodes: SchemaNode[] | undefined;
  let objects: InputObject[] | undefined;
  return {
    description,
    get english() {
      english ??= isEnglish(description);
      return english;
    },
    get parameters() {
      parameters ??= parametersOf(ownValue(tool, 'inputSchema'));
      return parameters;
    },
    get nodes() {
      nodes ??= walkSchema(ownValue(tool, 'inputSchema'));
      return nodes;
    },
    get objects() {
      objects ??= inputObjects(ownValue(tool, 'inputSchema'), this.nodes);
      return objects;
    },
  };
}

/** `views` are those that somebody has worked out before. */
export function createContext(
  catalog: Catalog,
  catalogs: readonly Catalog[] = [catalog],
  views = new Map<ToolDef, ToolView>(),
): RuleContext {
  return {
    catalog,
    catalogs,
    view(tool) {
      const known = views.get(tool) ?? viewTool(tool);
      views.set(tool, known);
      return known;
    },
  };
}
