/**
 * Tools of a run whose schemas no validator can use, as SCH-005 tells them: clients cannot prepare such a tool, and
 * what it promises of its results cannot be held. The other tools are tested as ever.
 */
import { clearlyCompiles } from '../../json-schema/clearly-compiles.js';
import type { ListedTools } from '../../score/coverage.js';
import type { Finding } from '../../types/envelope.js';
import { ownValue } from '../../util/plain.js';
import { plural } from '../../util/text.js';

/** A schema may be made to be slow; a server with many of those is not looked at to the end, and that is told. */
const BUDGET_MS = 5000;

/** Without what `tool_quality:` or `security:` told already. */
export async function newSchemaFindings(
  listed: readonly ListedTools[],
  told: readonly Finding[],
): Promise<Finding[]> {
  const key = ({ rule, file, server, tool, pointer }: Finding): string =>
    JSON.stringify([rule, file, server, tool, pointer]);
  const known = new Set(told.map(key));
  return (await schemaFindings(listed)).filter((finding) => !known.has(key(finding)));
}

export async function schemaFindings(
  listed: readonly ListedTools[],
  budgetMs = BUDGET_MS,
): Promise<Finding[]> {
  const doubted = listed.flatMap(({ file, server, tools = [] }) =>
    tools.flatMap((tool) =>
      ['inputSchema', 'outputSchema'].flatMap((key) => {
        const schema = ownValue(tool, key);
        const fine = schema === undefined || clearlyCompiles(schema);
        return fine ? [] : [{ file, server, tool: tool.name, pointer: `/${key}`, schema }];
      }),
    ),
  );
  if (doubted.length === 0) return [];
  const { sch005, schemaProblem } = await import('../../lint/rules/sch-005.js');
  const { id: rule, severity } = sch005;
  const end = performance.now() + budgetMs;
  const findings: Finding[] = [];
  for (const [at, { schema, ...place }] of doubted.entries()) {
    if (performance.now() >= end) {
      const message = `${plural(doubted.length - at, 'schema')} from here on not looked at: there was no time left`;
      findings.push({ rule, severity: 'warning', ...place, message });
      break;
    }
    const problem = schemaProblem(schema);
    if (problem !== undefined) findings.push({ rule, severity, ...place, message: problem.message });
  }
  return findings;
}
