/** What a proposal changes, as a unified diff: of the saved file where there is one, else of the tool as JSON. */
import { catalogsIn, isLock } from '../catalog/read-catalog.js';
import { unifiedDiff } from '../lint/unified-diff.js';
import type { ToolDef } from '../types/catalog.js';
import type { ImproveProposal } from '../types/improve.js';
import { applyProposal } from './apply.js';

type Change = Pick<ImproveProposal, 'description' | 'parameters'>;

export function toolPatch(tool: ToolDef, change: Change): string {
  const show = (one: ToolDef): string => `${JSON.stringify(one, null, 2)}\n`;
  const file = `${tool.name.replace(/[^A-Za-z0-9._-]+/g, '-') || 'tool'}.json`;
  return unifiedDiff(show(tool), show(applyProposal(tool, change)), file);
}

/** Undefined where the file cannot be changed in its own form: a lock, or a text that JSON would write otherwise. */
export function filePatch(
  text: string,
  file: string,
  { server, tool }: { server: string; tool: string },
  change: Change,
): string | undefined {
  const document: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  if (isLock(document)) return undefined;
  const indent = /\n([ \t]+)\S/.exec(text.slice(0, 10_000))?.[1] ?? '';
  const written = (): string => `${JSON.stringify(document, null, indent)}${text.endsWith('\n') ? '\n' : ''}`;
  if (written() !== text) return undefined;
  const found = catalogsIn(document, file)
    .filter((one) => one.server === server)
    .flatMap(({ tools }) => tools)
    .find(({ name }) => name === tool);
  if (found === undefined) return undefined;
  // The catalogue holds the very objects of the document.
  Object.assign(found, applyProposal(found, change));
  return unifiedDiff(text, written(), file);
}
