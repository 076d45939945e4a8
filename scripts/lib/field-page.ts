/** docs/conformance-field.md: what the checks found on real servers. */
import type { Scorecard } from '../../src/types/conformance.js';
import { CONFIRMED } from './field-confirmed.js';

export interface FieldRow {
  name: string;
  /** The package, or the name where there is none. */
  server: string;
  card?: Scorecard;
  /** What mcptest said where there is no scorecard. */
  trouble: string;
}

export function fieldPage(rows: readonly FieldRow[]): string {
  return `# The conformance checks on real servers

<!-- Written by \`npm run check:conformance:field\`. -->

Servers from the npm registry, started without a network and with keys that open nothing, and a few of our own and of the
official SDK for the stateless era. A MUST that is broken was read frame by frame; what is below is the server's own.

| server | revision | grade | pass | fail | warn | not testable | took |
|---|---|---|---:|---:|---:|---:|---:|
${rows.map(line).join('\n')}

## What is broken

${rows.flatMap(brokenMusts).join('\n\n') || 'No server breaks a MUST.'}
`;
}

function line({ name, card, trouble }: FieldRow): string {
  if (card === undefined) return `| ${name} | – | – | – | – | – | – | ${cell(trouble)} |`;
  const { pass, fail, warn, untestable } = card.summary;
  const grade = `${card.grade}${card.tier ? ` ${card.tier}` : ''}`;
  return `| ${name} | ${card.protocol_version} | ${grade} | ${pass} | ${fail} | ${warn} | ${untestable} | ${(card.duration_ms / 1000).toFixed(1)} s |`;
}

function brokenMusts({ name, server, card }: FieldRow): string[] {
  return (card?.checks ?? [])
    .filter(({ status }) => status === 'fail')
    .map(({ id, title, message, spec, frames }) => {
      const why =
        CONFIRMED.find((one) => one.id === id && one.servers.includes(server))?.why ?? 'Not read yet.';
      const shown = frames
        .slice(0, 4)
        .map(
          ({ direction, http, text }) =>
            `${direction === 'sent' ? '→' : '←'} ${[http, text].filter(Boolean).join('  ').slice(0, 300)}`,
        );
      return `**${name}: ${id}** ${title}: ${message}. ${why} ([specification](${spec}))\n\n\`\`\`\n${shown.join('\n')}\n\`\`\``;
    });
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').slice(0, 80);
}
