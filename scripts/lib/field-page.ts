/** docs/evidence/conformance-field.md: what the checks found on real servers. */
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

| server | revision | grade | pass | fail | warn | not testable | start | beyond it |
|---|---|---|---:|---:|---:|---:|---:|---:|
${rows.map(line).join('\n')}

${times(rows)}

## What is broken

${rows.flatMap(brokenMusts).join('\n\n') || 'No server breaks a MUST.'}
`;
}

function line({ name, card, trouble }: FieldRow): string {
  if (card === undefined) return `| ${name} | – | – | – | – | – | – | – | ${cell(trouble)} |`;
  const { pass, fail, warn, untestable } = card.summary;
  const grade = `${card.grade}${card.tier ? ` ${card.tier}` : ''}`;
  return `| ${name} | ${card.protocol_version} | ${grade} | ${pass} | ${fail} | ${warn} | ${untestable} | ${seconds(card.start_ms)} | ${seconds(beyondStart(card))} |`;
}

/** What a run may take beyond the server's own start. */
const MOST_MS = 3000;

/** How many keep to it, and why the others do not. */
function times(rows: readonly FieldRow[]): string {
  const timed = rows.flatMap(({ name, card }) => (card?.transport === 'stdio' ? [{ name, card }] : []));
  const slow = timed.filter(({ card }) => beyondStart(card) > MOST_MS);
  const reasons = slow.map(({ name, card }) => `- ${name}: ${reason(card)}`);
  return [
    `Start is the time until the handshake was answered. Of ${timed.length} servers over stdio ${timed.length - slow.length} took at most ${seconds(MOST_MS)} beyond it.`,
    ...reasons,
  ].join('\n');
}

function reason({ checks }: Scorecard): string {
  const stays = checks.some(({ id, status }) => id === 'C-LIFE-007' && status === 'warn');
  const silent = checks.filter(({ message }) => /no answer within/.test(message)).length;
  const why = [
    stays && 'it does not leave when its input ends, which is waited for (2 s)',
    silent > 0 && `${silent} requests were not answered in time`,
  ].filter(Boolean);
  return why.join('; ') || 'it starts slowly, and a run starts three processes';
}

function beyondStart({ start_ms, duration_ms }: Scorecard): number {
  return duration_ms - start_ms;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
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
