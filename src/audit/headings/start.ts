/** Whether the server starts, lists and answers, and what its manifests say of that. */
import type { AuditHeading } from '../../types/audit.js';
import type { ManifestProblem } from '../../types/manifest.js';
import { clip, oneLine, plural } from '../../util/text.js';
import type { CommandLine } from '../command-line.js';
import { type FoundFault, judgedHeading } from '../points.js';

/** A step of the way to a server, as `mcptest doctor` sees it. */
export interface StartStep {
  id: string;
  title: string;
  status: 'pass' | 'warn' | 'fail' | 'skip';
  detail: string;
  remedy?: string;
}

/** One call of a tool that only reads, with arguments made from its schema. */
export interface SafeCall {
  tool: string;
  /** `refused`: the tool itself says that it cannot, which arguments that were made up may well deserve. */
  outcome: 'answered' | 'refused' | 'error' | 'silent' | 'died';
  said: string;
}

export interface StartFacts {
  steps: readonly StartStep[];
  calls: readonly SafeCall[];
  /** Why no tool was called. */
  no_calls?: string;
  manifest: readonly ManifestProblem[];
}

const TEXT = 300;
/** A server that never got so far that a conversation began. */
const NO_SESSION = new Set(['command', 'start', 'first-bytes', 'url', 'dns', 'tcp', 'tls', 'http', 'auth']);

export function startHeading(facts: StartFacts, command: CommandLine): AuditHeading {
  const { steps, calls, manifest, no_calls } = facts;
  const findings = [
    ...steps.flatMap((step) => stepFault(step, command) ?? []),
    ...callFaults(calls, command),
    ...manifest.map((problem) => manifestFault(problem, command)),
  ];
  const failed = steps.find(({ status }) => status === 'fail');
  const isUp = failed === undefined || !NO_SESSION.has(failed.id);
  const isSilent = calls.length > 0 && calls.every(({ outcome }) => outcome === 'silent');
  const called =
    calls.length > 0
      ? `${plural(calls.length, 'safe call')}${isSilent ? ', none answered in time' : ''}`
      : `no call: ${no_calls ?? 'none was made'}`;
  const up =
    failed?.id === 'handshake' ? 'it starts, and no conversation comes about' : `it starts, ${called}`;
  const untested = isSilent ? ['whether a tool answers: no safe call was answered in time'] : [];
  return judgedHeading('start', { says: isUp ? up : 'it does not start', findings, untested });
}

const STEP_FAULTS = {
  warned: { severity: 'low', points: 8, at_most: undefined },
  broken: { severity: 'high', points: 40, at_most: 'D' },
  down: { severity: 'critical', points: 100, at_most: 'F' },
} as const;

function stepFault(
  { id, title, status, detail, remedy }: StartStep,
  command: CommandLine,
): FoundFault | undefined {
  if (status !== 'fail' && status !== 'warn') return undefined;
  const isDown = NO_SESSION.has(id) || id === 'handshake' || id === 'tools-list';
  const broken = isDown ? 'down' : 'broken';
  const kind = status === 'warn' ? 'warned' : broken;
  return {
    rule: id,
    ...STEP_FAULTS[kind],
    tools: [],
    message: clip(oneLine(detail.startsWith(`${title}: `) ? detail.slice(title.length + 2) : detail), TEXT),
    fix: remedy ?? 'See the step in mcptest doctor.',
    command: command('doctor'),
  };
}

const CALL_FAULTS = {
  died: {
    severity: 'critical',
    points: 60,
    at_most: 'F',
    what: 'ends the server',
    fix: 'Catch what goes wrong in the tool and answer with isError; the server has to live on.',
  },
  silent: {
    severity: 'low',
    points: 5,
    at_most: undefined,
    what: 'took too long',
    fix: 'Answer sooner, or send progress meanwhile: clients give up on a call that stays silent.',
  },
  error: {
    severity: 'low',
    points: 5,
    at_most: undefined,
    what: 'is answered with a protocol error',
    fix: 'Answer with a result that has isError and says what is wrong: a model can act on that, and never sees a protocol error.',
  },
} as const;

const NONE_ANSWERED = { severity: 'medium', points: 25, at_most: 'C' };

function callFaults(calls: readonly SafeCall[], command: CommandLine): FoundFault[] {
  return (['died', 'silent', 'error'] as const).flatMap((outcome) => {
    const faulty = calls.filter((call) => call.outcome === outcome);
    const [first] = faulty;
    if (first === undefined) return [];
    const { what, ...fault } = CALL_FAULTS[outcome];
    // Nobody has seen it do what it is there for.
    if (outcome === 'silent' && faulty.length === calls.length) Object.assign(fault, NONE_ANSWERED);
    return [
      {
        rule: `call-${outcome}`,
        ...fault,
        tools: faulty.map(({ tool }) => tool),
        message: `a call with arguments made from its schema ${what}: ${clip(oneLine(first.said), TEXT)}`,
        command: command('call', first.tool),
      },
    ];
  });
}

function manifestFault(
  { rule, isError, file, message, fix }: ManifestProblem,
  command: CommandLine,
): FoundFault {
  return {
    rule,
    severity: isError ? 'medium' : 'low',
    tools: [],
    message: `${file}: ${message}`,
    fix,
    points: isError ? 15 : 3,
    at_most: isError ? 'C' : undefined,
    command: command('audit'),
  };
}
