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
  return new View(tool);
}

class View implements ToolView {
  readonly description: string;
  private isEnglish?: boolean;
  private ownParameters?: Parameter[];
  private ownNodes?: SchemaNode[];
  private ownObjects?: InputObject[];

  constructor(private readonly tool: ToolDef) {
    const description = ownValue(tool, 'description');
    this.description = typeof description === 'string' ? description.trim() : '';
  }

  get english(): boolean {
    this.isEnglish ??= isEnglish(this.description);
    return this.isEnglish;
  }

  get parameters(): Parameter[] {
    this.ownParameters ??= parametersOf(ownValue(this.tool, 'inputSchema'));
    return this.ownParameters;
  }

  get nodes(): SchemaNode[] {
    this.ownNodes ??= walkSchema(ownValue(this.tool, 'inputSchema'));
    return this.ownNodes;
  }

  get objects(): InputObject[] {
    this.ownObjects ??= inputObjects(ownValue(this.tool, 'inputSchema'), this.nodes);
    return this.ownObjects;
  }
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
      const known = views.get(tool);
      if (known !== undefined) return known;
      const made = viewTool(tool);
      views.set(tool, made);
      return made;
    },
  };
}
