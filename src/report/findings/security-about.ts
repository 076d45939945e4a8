/** `mcptest security --about` as text. */

interface Share {
  caught: number;
  of: number;
}

interface Hits {
  medium: number;
  high: number;
}

interface AboutFigures {
  measured_on: string;
  benign_tools: number;
  held_out_benign_tools: number;
  total: { tuned: Share; held_out: Share; benign: Hits; held_out_benign: Hits };
  left_out: {
    sets: { set: string; poisoned: Share; without_sec002: Share; clean: Share }[];
    benign_tools: number;
    benign: Hits;
  };
  rules: { rule: string; name: string; tuned: Share; held_out: Share; benign: Hits; held_out_benign: Hits }[];
}

export function renderAbout(about: AboutFigures): string {
  const { total, left_out } = about;
  const rows = about.rules.map((rule) =>
    [
      rule.rule.padEnd(8),
      rule.name.padEnd(26),
      share(rule.tuned).padStart(8),
      share(rule.held_out).padStart(9),
      String(rule.benign.medium).padStart(7),
      String(rule.held_out_benign.medium).padStart(9),
    ].join('  '),
  );
  return `What the security rules were measured on (${about.measured_on}).

Poisoned definitions of our own, found by the rule that each was written for:
  the rules were tuned on     ${share(total.tuned)} (${percent(total.tuned.caught, total.tuned.of)})
  held out                    ${share(total.held_out)} (${percent(total.held_out.caught, total.held_out.of)})
Benign tools with a finding of medium or above, and of high:
  read one by one             ${percent(total.benign.medium, about.benign_tools)}, ${percent(total.benign.high, about.benign_tools)} of ${about.benign_tools}
  more, read where high       ${percent(total.held_out_benign.medium, about.held_out_benign_tools)}, ${percent(total.held_out_benign.high, about.held_out_benign_tools)} of ${about.held_out_benign_tools}
Descriptions that others labelled, each judged as if its server or set were new (SEC-027 did not learn from it):
${left_out.sets.map(leftOutRow).join('\n')}
  real tools                  ${percent(left_out.benign.medium, left_out.benign_tools)} at medium or above, ${percent(left_out.benign.high, left_out.benign_tools)} at high, of ${left_out.benign_tools}

rule      name                           tuned   held out   benign       more
${rows.join('\n')}

"benign" counts tools at medium or above without SEC-027, which learned from them; most are true,
docs/evidence/security-findings-read.md says why.
Rules without poisoned definitions are tested by samples and live servers instead.
`;
}

function leftOutRow({
  set,
  poisoned,
  without_sec002,
  clean,
}: AboutFigures['left_out']['sets'][number]): string {
  if (poisoned.of === 0) return `  ${set.padEnd(26)}  ${share(clean)} clean ones flagged`;
  const flagged = clean.of === 0 ? '' : `; ${share(clean)} clean ones flagged`;
  return `  ${set.padEnd(26)}  ${share(poisoned)} (${percent(poisoned.caught, poisoned.of)}), without SEC-002 ${share(without_sec002)}${flagged}`;
}

function share({ caught, of }: Share): string {
  return of === 0 ? '-' : `${caught}/${of}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}
