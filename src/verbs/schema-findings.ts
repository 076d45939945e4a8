/**
 * Tools of a run whose schemas no validator can use, as SCH-005 tells them: clients cannot prepare such a tool, and
 * what it promises of its results cannot be held. The other tools are tested as ever.
 */
import { surelyCompiles } from '../json-schema/surely-compiles.js';
import type { ListedTools } from '../run/coverage.js';
import type { Finding } from '../types/envelope.js';
import { own } from '../util/plain.js';

/** A schema may be made to be slow; a server with many of those is not looked at to the end. */
const BUDGET_MS = 5000;

export async function schemaFindings(listed: readonly ListedTools[]): Promise<Finding[]> {
  const doubted = listed.flatMap(({ file, server, tools = [] }) =>
    tools.flatMap((tool) =>
      ['inputSchema', 'outputSchema'].flatMap((key) => {
        const schema = own(tool, key);
        const fine = schema === undefined || surelyCompiles(schema);
        return fine ? [] : [{ file, server, tool: tool.name, pointer: `/${key}`, schema }];
      }),
    ),
  );
  if (doubted.length === 0) return [];
  const { sch005, schemaProblem } = await import('../lint/rules/sch-005.js');
  const end = performance.now() + BUDGET_MS;
  return doubted.flatMap(({ schema, ...place }) => {
    const message = performance.now() < end ? schemaProblem(schema) : undefined;
    return message === undefined ? [] : [{ rule: sch005.id, severity: sch005.severity, ...place, message }];
  });
}
