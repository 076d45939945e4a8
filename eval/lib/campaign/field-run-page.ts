/** docs/evidence/field-run.md: what every command made of every real server. */
import { verdictOn } from './field-findings.js';

export interface Step {
  name: string;
  code: number | null;
  ms: number;
  /** A hang, a process that stayed, an error of mcptest's own. */
  trouble: string[];
  /** What is worth telling of the answer. */
  note?: string;
}

export interface FieldRun {
  server: string;
  /** Whether it answered at all; one that does not start offline is told, and not counted. */
  answers: boolean;
  steps: Step[];
  /** Of medium severity and above. */
  findings: SevereFinding[];
}

export interface SevereFinding {
  rule: string;
  severity: string;
  tool: string;
  text: string;
}

export const STEPS = [
  'tools',
  'doctor',
  'lint',
  'security',
  'tdqs',
  'conformance',
  'generate',
  'run',
  'lock',
];

export function fieldRunPage(runs: readonly FieldRun[], limitS: number): string {
  const there = runs.filter(({ answers }) => answers);
  const steps = runs.flatMap((run) => run.steps.map((step) => ({ ...step, server: run.server })));
  const troubles = steps.filter(({ trouble }) => trouble.length > 0);
  const rows = runs.map((run) => {
    const cells = STEPS.map((name) => cell(run.steps.find((step) => step.name === name)));
    return `| ${run.server} | ${cells.join(' | ')} |`;
  });
  return `# Every command on real servers

<!-- Written by \`npm run eval:field\`. -->

${runs.length} servers from the npm registry, started without a network and with keys that open nothing; ${there.length} of them list their tools
that way. ${steps.length} commands, each with at most ${limitS} s: ${troubles.length} hung, left a process behind or broke.

A cell is the exit code (0 passed, 1 failed, 2 not possible, 3 could not be judged) and what came out. \`run\` runs the suite
that \`generate\` made where its calls stay in a scratch folder; elsewhere it is only planned (\`--dry-run\`).

| server | ${STEPS.join(' | ')} |
|---|${STEPS.map(() => '---').join('|')}|
${rows.join('\n')}

## Security findings

Every finding of medium severity or above, as it was read.

${findingRows(runs)}

## What went wrong

${troubles.map(({ server, name, trouble }) => `- ${server}, \`${name}\`: ${trouble.join('; ')}`).join('\n') || 'Nothing.'}
`;
}

function findingRows(runs: readonly FieldRun[]): string {
  const rows = runs.flatMap(({ server, findings }) =>
    findings.map((finding) => {
      const { rule, severity, tool, text } = finding;
      const said = text.replaceAll('|', '\\|').replaceAll('`', "'");
      return `| ${server} | ${tool} | ${rule} ${severity} | \`${said}\` | ${verdictOn(server, finding) ?? 'not read yet'} |`;
    }),
  );
  if (rows.length === 0) return 'None.';
  return ['| server | tool | rule | what it says | read |', '|---|---|---|---|---|', ...rows].join('\n');
}

function cell(step: Step | undefined): string {
  if (step === undefined) return '–';
  return [step.trouble.length > 0 ? '**!**' : '', step.code ?? '–', step.note ?? '']
    .filter((part) => part !== '')
    .join(' ');
}
