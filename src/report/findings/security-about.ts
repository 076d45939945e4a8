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
  rules: { rule: string; name: string; tuned: Share; held_out: Share; benign: Hits; held_out_benign: Hits }[];
}

export function renderAbout(about: AboutFigures): string {
  const { total } = about;
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
  held out                    ${percent(total.held_out_benign.medium, about.held_out_benign_tools)}, ${percent(total.held_out_benign.high, about.held_out_benign_tools)} of ${about.held_out_benign_tools}

rule      name                           tuned   held out   benign   held out
${rows.join('\n')}

"benign" counts tools at medium or above; most are true, docs/security-findings-read.md says why.
Rules without poisoned definitions are tested by samples and live servers instead.
`;
}

function share({ caught, of }: Share): string {
  return of === 0 ? '-' : `${caught}/${of}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}
