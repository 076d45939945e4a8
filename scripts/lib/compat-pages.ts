/** Pages made from the facts and rules about clients: one a rule, and what each client does to tools. */
import { CLIENTS } from '../../src/compat/clients.js';
import { isDoubtful } from '../../src/compat/judge.js';
import { COMPAT_RULES } from '../../src/compat/registry.js';
import type { Client, ClientFact, CompatRule } from '../../src/types/compat.js';

const CONFIDENCE: Record<ClientFact['confidence'], string> = {
  measured: 'measured',
  code: 'read in code',
  docs: 'documented',
  issue: 'reported',
  hearsay: 'hearsay',
};

const ABOUT: Record<ClientFact['about'], string> = {
  list: 'Lists',
  names: 'Names',
  counts: 'Counts and lengths',
  schema: 'Schemas',
  results: 'Results',
  search: 'Tool search',
  connection: 'Connections',
  features: 'Features',
};

export function compatPages(): Record<string, string> {
  return {
    'docs/reference/clients.md': clientsPage(),
    'docs/rules/clients.md': rulesIndex(),
    ...Object.fromEntries(COMPAT_RULES.map((rule) => [`docs/rules/${rule.id}.md`, rulePage(rule)])),
  };
}

function factsOf(rule: CompatRule): { client: Client; fact: ClientFact }[] {
  return CLIENTS.flatMap((client) =>
    client.facts.filter((fact) => fact.rule === rule.id).map((fact) => ({ client, fact })),
  );
}

function rulePage(rule: CompatRule): string {
  const limits = Object.entries(rule.limits).map(([key, words]) => `- \`${key}\`: ${words}`);
  const rows = factsOf(rule).map(
    ({ client, fact }) =>
      `| ${client.id} | ${effectOf(fact)} | ${cell(limitOf(fact))} | ${CONFIDENCE[fact.confidence]} ${fact.date}: ${cell(fact.source)} |`,
  );
  const { bad, good, answers, limit } = rule.sample;
  const sample = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  return `# ${rule.id}: ${rule.name}

Since ${rule.since}. How bad it is depends on the client: see below.

## Triggers

${rule.triggers}

## Clients

| client | effect | limit | how it is known |
|---|---|---|---|
${rows.join('\n')}

## Bad

${limit && Object.keys(limit).length > 0 ? `With the limit \`${JSON.stringify(limit)}\`:\n\n` : ''}${sample(answers === undefined ? bad : answers[0])}

## Fix

${rule.fix}

## Good

${sample(answers === undefined ? good : answers[1])}

## Rationale

${rule.rationale}
${limits.length === 0 ? '' : `\n## Limits that a fact may set\n\n${limits.join('\n')}\n`}
## Configuration

\`mcptest lint --clients\` holds it to the same settings as other rules:

\`\`\`yaml
rules:
  severity:
    ${rule.id}: warning # another severity, or off
  suppress:
    - rule: ${rule.id}
      tool: name_of_the_tool
      reason: why this finding is accepted
\`\`\`
`;
}

function rulesIndex(): string {
  const rows = COMPAT_RULES.map((rule) => {
    const clients = [...new Set(factsOf(rule).map(({ client }) => client.id))];
    return `| [${rule.id}](${rule.id}.md) | ${rule.name} | ${cell(rule.triggers)} | ${clients.join(', ')} |`;
  });
  return `# Rules about clients

\`mcptest compat\` runs them all, \`mcptest lint --clients\` adds them to its own. Each compares tools with facts about
clients; [what clients do to your tools](../reference/clients.md) lists the facts.

| id | name | fires when | clients |
|---|---|---|---|
${rows.join('\n')}
`;
}

function clientsPage(): string {
  const facts = CLIENTS.reduce((sum, client) => sum + client.facts.length, 0);
  const parts = CLIENTS.map(clientPart);
  return `# What clients do to your tools

${CLIENTS.length} clients and model APIs, ${facts} facts. Each has a source, a date, and how it is known: *measured* here against
the package or on the wire, *read in code*, *documented*, *reported* in an issue, or *hearsay*. What is outdated, unproven,
hearsay, or holds only under a condition is marked **maybe**: \`mcptest compat\` tells it and it fails nothing.

This page is made from \`src/compat/clients.json\` by \`npm run generate\`. [Will clients accept it?](../compat.md) says how to
use the facts, and how to correct one.

${parts.join('\n')}`;
}

function clientPart(client: Client): string {
  const groups = Object.entries(ABOUT).flatMap(([about, title]) =>
    client.facts.filter((fact) => fact.about === about).map((fact) => factRow(title, fact)),
  );
  const also =
    client.aliases === undefined ? '' : `, also ${client.aliases.map((one) => `\`${one}\``).join(', ')}`;
  const inside =
    client.embeds === undefined ? '' : ` What \`${client.embeds}\` does to lists, it does as well.`;
  return `## ${client.name}

\`--client ${client.id}\`${also}. ${client.kind === 'api' ? 'An API of models' : 'A client'}; last looked at ${client.checked}.${inside}

| about | it … | rule | effect | how it is known |
|---|---|---|---|---|
${groups.join('\n')}
`;
}

function factRow(title: string, fact: ClientFact): string {
  const rule = fact.rule === undefined ? '' : `[${fact.rule}](../rules/${fact.rule}.md)`;
  const how = `${CONFIDENCE[fact.confidence]} ${fact.date}: ${cell(fact.source)}`;
  return `| ${title} | ${cell(fact.says)} | ${rule} | ${effectOf(fact)} | ${how} |`;
}

function effectOf(fact: ClientFact): string {
  if (fact.effect === undefined) return fact.state === undefined ? '' : `(${fact.state})`;
  const maybe = isDoubtful(fact)
    ? `**maybe** ${fact.effect} (${[fact.state, fact.when && `only when ${fact.when}`, fact.confidence === 'hearsay' && 'hearsay'].filter(Boolean).join(', ')})`
    : fact.effect;
  return `${maybe}${fact.takes_all ? ', takes all down' : ''}`;
}

function limitOf({ limit }: ClientFact): string {
  return limit === undefined
    ? ''
    : Object.entries(limit)
        .map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(', ') : value}`)
        .join('; ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
