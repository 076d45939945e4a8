/** The ordered list of what doctor looks at. The first step that fails is the finding; later ones are not reached. */
import { omitUndefined } from '../util/omit-undefined.js';

export type StepId =
  | 'command'
  | 'start'
  | 'first-bytes'
  | 'url'
  | 'dns'
  | 'tcp'
  | 'tls'
  | 'http'
  | 'content-type'
  | 'auth'
  | 'handshake'
  | 'era'
  | 'tools-list'
  | 'capabilities'
  | 'call'
  | 'protocol'
  | 'shutdown';

export interface Step {
  id: StepId;
  title: string;
  status: 'pass' | 'warn' | 'fail' | 'skip';
  detail: string;
  /** What the server wrote last, line by line, where that says why. */
  stderr?: string[];
  /** What to do next. */
  remedy?: string;
}

const TITLES: Record<StepId, string> = {
  command: 'command found',
  start: 'process starts',
  'first-bytes': 'first bytes',
  url: 'URL',
  dns: 'DNS',
  tcp: 'TCP',
  tls: 'TLS',
  http: 'HTTP status',
  'content-type': 'content type',
  auth: 'authentication',
  handshake: 'handshake',
  era: 'protocol era',
  'tools-list': 'tools/list',
  capabilities: 'capabilities',
  call: 'a call',
  protocol: 'keeps to protocol',
  shutdown: 'shutdown',
};

const SESSION: StepId[] = ['handshake', 'era', 'tools-list', 'capabilities', 'call', 'protocol', 'shutdown'];
export const STDIO_STEPS: StepId[] = [
  'command',
  'start',
  'first-bytes',
  ...SESSION.slice(0, 2),
  'auth',
  ...SESSION.slice(2),
];
export const URL_STEPS: StepId[] = ['url', 'dns', 'tcp', 'tls', 'http', 'auth', 'content-type', ...SESSION];

/** A step that fails here means that the server cannot be reached, not that it does something wrong. */
const REACH = new Set<StepId>(['command', 'start', 'url', 'dns', 'tcp', 'tls', 'auth']);

export class Checklist {
  private readonly found = new Map<StepId, Step>();
  private neverSpoke = false;

  constructor(private readonly order: StepId[]) {}

  pass(id: StepId, detail: string): void {
    this.set({ id, status: 'pass', detail });
  }

  warn(id: StepId, detail: string, remedy?: string): void {
    this.set({ id, status: 'warn', detail, remedy });
  }

  fail(id: StepId, detail: string, remedy?: string, stderr: string[] = []): void {
    this.set({ id, status: 'fail', detail, stderr: stderr.length > 0 ? stderr : undefined, remedy });
  }

  /** What failed is that nothing was ever said, whatever step that showed in. */
  unreachable(): void {
    this.neverSpoke = true;
  }

  skip(id: StepId, why: string): void {
    this.set({ id, status: 'skip', detail: why });
  }

  /** The first step in order that failed. */
  get failed(): Step | undefined {
    return this.steps().find(({ status }) => status === 'fail');
  }

  get verdict(): 'pass' | 'fail' | 'unreachable' {
    const { failed } = this;
    if (failed === undefined) return 'pass';
    return this.neverSpoke || REACH.has(failed.id) ? 'unreachable' : 'fail';
  }

  steps(): Step[] {
    return this.order.map(
      (id) => this.found.get(id) ?? { id, title: TITLES[id], status: 'skip', detail: 'not reached' },
    );
  }

  private set({ id, ...rest }: Omit<Step, 'title'>): void {
    this.found.set(id, omitUndefined({ id, title: TITLES[id], ...rest }));
  }
}
