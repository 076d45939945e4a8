/** Tools and results of an agent test as a client would show them to the model (`client:`). */
import { CLIENTS, findClient } from '../../compat/clients.js';
import { shownTools } from '../../compat/show.js';
import { showResult } from '../../compat/show-result.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ShownTool } from '../../types/compat.js';
import { isObject } from '../../util/plain.js';
import type { Entry } from './toolbox.js';

export interface ClientSight {
  /** False for a tool that the client never shows. */
  isShown(entry: Entry): boolean;
  nameOf(entry: Entry): string | undefined;
  defOf(entry: Entry): ToolDef | undefined;
  /** What of a result reaches the model. */
  resultOf(entry: Entry, said: { result: unknown; failed: boolean }): string | undefined;
}

/** Distractors are shown as tools of their server; hand-offs stay as they are. */
export function clientSight(
  name: string,
  catalog: Record<string, ToolDef[]>,
  countTokens: (text: string) => number,
): ClientSight {
  const client = findClient(CLIENTS, name);
  const known = new Map<ToolDef, ShownTool>();
  for (const [server, tools] of Object.entries(catalog)) {
    const shown = shownTools({ server, tools }, client, server);
    for (const [place, tool] of tools.entries()) known.set(tool, shown[place] as ShownTool);
  }
  const shownAs = ({ def, server }: Entry): ShownTool | undefined => {
    if (server === undefined) return undefined;
    const shown = known.get(def) ?? shownTools({ server, tools: [def] }, client, server)[0];
    if (shown) known.set(def, shown);
    return shown;
  };
  return {
    isShown: (entry) => shownAs(entry)?.left_out === undefined,
    nameOf: (entry) => {
      const shown = shownAs(entry);
      return shown && [shown.namespace, shown.name].filter((part) => part !== undefined).join('__');
    },
    defOf: (entry) => {
      const shown = shownAs(entry);
      return shown && { ...entry.def, description: shown.description, inputSchema: shown.input_schema };
    },
    resultOf: ({ def }, { result, failed }) =>
      failed || !isObject(result)
        ? undefined
        : showResult({ tool: def.name, result }, client, countTokens).text,
  };
}
