/** The figures of the labelled set and of the benign tools, as tables for reading. */

import type { Example } from './examples.js';
import { thresholdFor } from './folds.js';
import type { FoundFinding, JudgedDefinition, JudgedTool } from './found.js';
import { rateOf, shareByServer } from './rates.js';

const isFound = (found: readonly FoundFinding[], without: readonly string[] = []) =>
  found.some(({ rule }) => !without.includes(rule));

const WRITTEN_ONLY = ['SEC-027'];

export function recallRows(judged: readonly JudgedTool[], key: (one: JudgedTool) => string) {
  const names = [...new Set(judged.map(key))];
  return names.flatMap((name) => {
    const poisoned = judged.filter((one) => one.poisoned && key(one) === name);
    const clean = judged.filter((one) => !one.poisoned && key(one) === name);
    const count = (hit: (one: JudgedTool) => boolean) => rateOf(poisoned.filter(hit).length, poisoned.length);
    if (poisoned.length === 0) {
      return [
        {
          of: name,
          'clean flagged': rateOf(clean.filter(({ inOne }) => isFound(inOne)).length, clean.length),
        },
      ];
    }
    return [
      {
        of: name,
        'one catalogue': count(({ inOne }) => isFound(inOne)),
        'without SEC-002': count(({ inOne }) => isFound(inOne, ['SEC-002'])),
        'rules alone': count(({ inOne }) => isFound(inOne, WRITTEN_ONLY)),
        'rules without 002': count(({ inOne }) => isFound(inOne, [...WRITTEN_ONLY, 'SEC-002'])),
        'SEC-027 alone': count(({ inOne }) => inOne.some(({ rule }) => rule === 'SEC-027')),
        'across catalogues': count(({ across }) => isFound(across)),
        'clean flagged': rateOf(clean.filter(({ inOne }) => isFound(inOne)).length, clean.length),
      },
    ];
  });
}

export function precision(judged: readonly JudgedTool[]): string {
  const flagged = judged.filter(({ inOne }) => isFound(inOne));
  return rateOf(flagged.filter(({ poisoned }) => poisoned).length, flagged.length);
}

const SHARES = [0.0005, 0.001, 0.002, 0.0035, 0.005, 0.01];

/** What SEC-027 finds of each set when this share of honest definitions may be reported. */
export function curveRows(examples: readonly Example[], scores: readonly number[]) {
  const sets = [...new Set(examples.filter(({ poisoned }) => poisoned).map(({ set }) => set))];
  return SHARES.map((share) => {
    const threshold = thresholdFor(examples, scores, share);
    const row: Record<string, string> = { 'honest reported': `${(100 * share).toFixed(2)} %` };
    for (const set of sets) {
      const of = examples.flatMap((each, i) => (each.poisoned && each.set === set ? [scores[i]!] : []));
      row[set] = rateOf(of.filter((score) => score >= threshold).length, of.length);
    }
    return row;
  });
}

export function benignRows(judged: readonly JudgedDefinition[]) {
  const rules = [...new Set(judged.flatMap(({ found }) => found.map(({ rule }) => rule)))].sort();
  const share = (test: (finding: FoundFinding) => boolean) =>
    shareByServer(judged.map(({ group, found }) => ({ group, hit: found.some(test) })));
  return [
    { rule: 'all', 'medium or above': share(() => true), high: share(({ isHigh }) => isHigh) },
    ...rules.map((rule) => ({
      rule,
      'medium or above': share((one) => one.rule === rule),
      high: share((one) => one.rule === rule && one.isHigh),
    })),
  ];
}

/** Every miss and every false alarm, one a line. */
export function listing(labelled: readonly JudgedTool[], benign: readonly JudgedDefinition[]): string {
  const line = (text: string) => text.replace(/\s+/g, ' ').slice(0, 400);
  const missed = labelled
    .filter(({ poisoned, inOne }) => poisoned && !isFound(inOne))
    .map(
      ({ set, group, leftOut, description }) =>
        `MISS ${set} ${group} ${leftOut.score.toFixed(2)} ${line(description)}`,
    );
  const flagged = labelled
    .filter(({ poisoned, inOne }) => !poisoned && isFound(inOne))
    .map(
      ({ set, group, inOne, description }) =>
        `FALSE ${set} ${group} ${inOne.map(({ rule }) => rule)} ${line(description)}`,
    );
  const alarms = benign.flatMap(({ server, tool, found }) =>
    found.map(
      ({ rule, isHigh, message }) =>
        `FALSE benign ${server} ${tool} ${rule}${isHigh ? ' high' : ''} ${line(message)}`,
    ),
  );
  return [...missed, ...flagged, ...alarms].join('\n');
}

const caught = (of: readonly JudgedTool[], without: readonly string[] = []) => ({
  caught: of.filter(({ inOne }) => isFound(inOne, without)).length,
  of: of.length,
});

/** What `mcptest security --about` tells of them. */
export function leftOutFigures(labelled: readonly JudgedTool[], benign: readonly JudgedDefinition[]) {
  const sets = [...new Set(labelled.map(({ set }) => set))].map((name) => {
    const poisoned = labelled.filter(({ set, poisoned: bad }) => set === name && bad);
    const clean = labelled.filter(({ set, poisoned: bad }) => set === name && !bad);
    return {
      set: name,
      poisoned: caught(poisoned),
      without_sec002: caught(poisoned, ['SEC-002']),
      clean: caught(clean),
    };
  });
  const medium = benign.filter(({ found }) => found.length > 0).length;
  const high = benign.filter(({ found }) => found.some(({ isHigh }) => isHigh)).length;
  return { sets, benign_tools: benign.length, benign: { medium, high } };
}
