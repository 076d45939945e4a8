/** A verdict as a sign and a word: told by shape, not by colour alone. */
const SIGNS: Record<string, string> = {
  pass: 'M3 8.5l3.2 3.2L13 5',
  fail: 'M4 4l8 8M12 4l-8 8',
  inconclusive: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.4M8 12.4v.2',
  skipped: 'M4 8h8',
};
const WORDS: Record<string, string> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'not judged',
  skipped: 'skipped',
};

export function verdictWord(verdict: string): string {
  return WORDS[verdict] ?? verdict;
}

export function Mark({ verdict, quiet = false }: { verdict: string; quiet?: boolean }) {
  const kind = verdict in SIGNS ? verdict : 'skipped';
  return (
    <svg
      class={`mark ${kind}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      role={quiet ? 'presentation' : 'img'}
      aria-hidden={quiet ? 'true' : undefined}
      aria-label={quiet ? undefined : verdictWord(verdict)}
    >
      <path d={SIGNS[kind]} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    </svg>
  );
}

export function Badge({ verdict }: { verdict: string }) {
  const kind = verdict in SIGNS ? verdict : 'skipped';
  return (
    <span class={`badge ${kind}`}>
      <Mark verdict={kind} quiet />
      {verdictWord(verdict)}
    </span>
  );
}
