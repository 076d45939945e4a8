/**
 * The documentation of the lint rules, made from the rules themselves: `docs/rules/<ID>.md` in a fixed
 * order and `docs/rules/README.md`.
 */
import { PROBE_RULES } from '../../src/lint/probe-rules.js';
import { RULES } from '../../src/lint/registry.js';
import type { ProbeRule } from '../../src/types/probe-rule.js';
import type { Rule, RuleSample } from '../../src/types/rule.js';

const FAMILIES: Record<string, string> = {
  DESC: 'Descriptions',
  SCH: 'Schemas',
  SEC: 'Security',
};

export function rulePage(rule: Rule): string {
  return `# ${rule.id}: ${rule.name}

Severity: ${rule.severity}. Since ${rule.since}. Looks at ${rule.scope === 'tool' ? 'each tool' : 'the whole catalogue'}.

## Triggers

${rule.triggers}

## Bad

${sample(rule.bad)}

## Fix

${rule.fix}

## Good

${sample(rule.good)}

## Rationale

${rule.rationale}

## Configuration

\`\`\`yaml
rules:
  severity:
    ${rule.id}: ${rule.severity === 'critical' ? 'warning' : 'critical'} # another severity, or off
  suppress:
    - rule: ${rule.id}
      tool: name_of_the_tool
      reason: why this finding is accepted
\`\`\`
`;
}

const NEEDS: Record<ProbeRule['needs'], string> = {
  lock: 'Needs a lock (`--lock mcptest.lock`).',
  session: 'Needs a live server.',
  answers: 'Needs a live server.',
  http: 'Needs a live server over HTTP.',
};

/** A rule about what a probe saw has no sample that a file could hold. */
export function probePage(rule: ProbeRule): string {
  return `# ${rule.id}: ${rule.name}

Severity: ${rule.severity}. Since ${rule.since}. ${NEEDS[rule.needs]}

## Triggers

${rule.triggers}

## Fix

${rule.fix}

## Rationale

${rule.rationale}
`;
}

function sample(value: RuleSample): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

export function ruleIndex(rules: readonly (Rule | ProbeRule)[]): string {
  const parts = Object.entries(FAMILIES).flatMap(([family, title]) => {
    const members = rules
      .filter((rule) => rule.id.startsWith(`${family}-`))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    if (members.length === 0) return [];
    const rows = members.map(
      (rule) => `| [${rule.id}](${rule.id}.md) | ${rule.name} | ${rule.severity} | ${cell(rule.triggers)} |`,
    );
    return [`## ${title}\n\n| id | name | severity | fires when |\n|---|---|---|---|\n${rows.join('\n')}\n`];
  });
  return `# Lint rules

One rule, one id, and an id is never used again. \`mcptest lint\` runs the rules about descriptions and
schemas, \`mcptest security\` those about security; [Linting a catalogue](../lint.md) says how
to choose rules, change severities and suppress findings, [Security](../security.md) what is probed.

${parts.join('\n')}
## Raised by the engine

| id | severity | fires when |
|---|---|---|
| CAT-001 | critical | An entry of the tool list is not an object, so that it could not be checked. |
| CAT-002 | critical | The official clients (npm, SDK 1.x and 2.x) refuse the list over this field. Told unless rules are chosen. |
| SUP-001 | warning | A suppression no longer matches any finding. |
| PASS | pass | Nothing was found on a tool; every checked tool appears in the report. |
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Path from the root of the repository → content. */
export function rulePages(): Record<string, string> {
  return {
    'docs/rules/README.md': ruleIndex([...RULES, ...PROBE_RULES]),
    ...Object.fromEntries(RULES.map((rule) => [pathOf(rule), rulePage(rule)])),
    ...Object.fromEntries(PROBE_RULES.map((rule) => [pathOf(rule), probePage(rule)])),
  };
}

function pathOf(rule: Rule | ProbeRule): string {
  return `docs/rules/${rule.id}.md`;
}
