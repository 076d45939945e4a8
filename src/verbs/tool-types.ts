/** `mcptest types`: the tools of a live server as TypeScript, for tests in code. */
import { toolTypes } from '../generate/tool-types.js';
import { listAll } from '../target/list-all.js';
import type { TargetInput } from '../target/target.js';
import { withTarget } from '../target/with-target.js';
import type { ToolDef } from '../types/catalog.js';

export interface TypesReport {
  text: string;
  closing: Promise<void>;
}

/** `written_by`: the command, for the first line. */
export async function typesOfTools(input: TargetInput & { written_by: string }): Promise<TypesReport> {
  const { written_by, ...target } = input;
  const { value, closing } = await withTarget(target, async ({ connection, redactor, spec }) => {
    const tools = redactor.value(await listAll(connection, 'tools/list')) as unknown as ToolDef[];
    return toolTypes(input.server ?? spec.name, tools, redactor.text(written_by));
  });
  return { text: value, closing };
}
