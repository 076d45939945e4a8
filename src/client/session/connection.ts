/** The `Connection` that the rest of the program talks to: a session, its transport and the fault log. */
import type {
  Connection,
  ConnectionInfo,
  Listing,
  ListMethod,
  Reply,
  RequestOptions,
} from '../../types/connection.js';
import { awaited } from '../../util/awaited.js';
import { ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { ParamHeaders } from '../http/param-headers.js';
import type { FaultLog } from './fault-log.js';
import { unanswerable, withInputAnswers } from './input-required.js';
import { listAll } from './list.js';
import type { Session, SessionReply } from './session.js';

const METHOD_NOT_FOUND = -32601;
const NAMED_SINCE = '2025-11-25';

export interface ConnectionParts {
  name: string;
  info: ConnectionInfo;
  session: Session;
  faults: FaultLog;
  timeoutMs: number;
  /** Opens a new HTTP session in place of one that expired; true when that worked. */
  renew?: () => Promise<boolean>;
  /** Arguments that the stateless era wants repeated in headers. */
  params?: ParamHeaders;
}

export function makeConnection(parts: ConnectionParts): Connection {
  const { name, info, session, faults, timeoutMs, params } = parts;
  const list: Connection['list'] = async (method, options) => {
    const page: Request = async (...asked) => {
      const reply = await plainly(...asked);
      if (reply.kind === 'result') await faults.holdToClients(method, reply.result, info.era);
      return reply;
    };
    const listing = await listAll({ request: page, era: info.era, timeoutMs, faults }, method, options);
    holdToCapabilities(method, listing, info, faults);
    if (method === 'tools/list') holdToNames(listing, info, faults);
    if (method !== 'tools/list' || !params || listing.failed) return listing;
    const left_out = params.learn(listing.items, faults);
    return left_out.length > 0 ? { ...listing, left_out } : listing;
  };
  const plainly = renewing(parts);
  const request = params ? learningParams(plainly, params, list) : plainly;
  const { answerer } = session;
  const answering =
    info.era === 'modern' ? withInputAnswers(request, { answerer, faults, timeoutMs }) : request;
  return {
    name,
    info,
    request: async (method, args, options) => {
      // What comes unasked needs a way to come; this method is the way itself.
      if (options?.notifications && method !== 'subscriptions/listen') await session.hear();
      if (options?.as_is) return request(method, args, options);
      const reply = await answering(method, args, options);
      // What an extension adds is not in the shapes of the clients.
      const isCore = options?.extensions === undefined;
      if (reply.kind === 'result' && isCore) await faults.holdToClients(method, reply.result, info.era);
      return reply;
    },
    notify: (method, args) => session.notify(method, args),
    answer: async (method, args) => {
      const answered = await answerer.answer(method, args);
      return 'result' in answered ? answered : { why: unanswerable(method, args, answered.undeclared) };
    },
    list,
    get alive() {
      return session.transport.alive;
    },
    pid: session.transport.pid,
    get listChanges() {
      return session.listChanges;
    },
    faults: () => faults.list(),
    settled: async () => faults.pending,
    stderrTail: () => session.transport.stderrTail(),
    close: () => awaited(`the connection to ${name} to close`, session.close()),
  };
}

/** The catalogue says which arguments a call repeats in headers, so it is read before the first call. */
function learningParams(plainly: Request, params: ParamHeaders, list: Connection['list']): Request {
  let learning: Promise<unknown> | undefined;
  return async (method, args, options) => {
    if (method === 'tools/call') {
      if (!params.learned) {
        // Not with the options of the call: it may be one that is cancelled at once, or wait for notifications.
        learning ??= list('tools/list', { signal: options?.signal });
        await learning;
      }
      const refused = params.refusal(args?.name);
      if (refused !== undefined) return { kind: 'invalid', message: refused, duration_ms: 0, progress: [] };
    }
    return plainly(method, args, options);
  };
}

/** What a server declares it serves, and what it serves it declares. */
function holdToCapabilities(
  method: ListMethod,
  { failed, items }: Listing,
  { capabilities }: ConnectionInfo,
  faults: FaultLog,
): void {
  const [name = ''] = method.split('/');
  const declared = ownValue(capabilities, name) !== undefined;
  const unknown = failed?.kind === 'error' && failed.error.code === METHOD_NOT_FOUND;
  // Templates are a part of resources that a server need not have.
  if (declared && unknown && method !== 'resources/templates/list') {
    faults.addAbout(
      name,
      'capability-unserved',
      `the server declares \`${name}\` but does not know ${method}`,
    );
  }
  if (!declared && items.length > 0) {
    faults.addAbout(
      name,
      'capability-undeclared',
      `the server answers ${method} but does not declare \`${name}\``,
    );
  }
}

/** Names are kept as they came; since 2025-11-25 it is said which ones every client can use. */
function holdToNames({ items }: Listing, { protocol_version }: ConnectionInfo, faults: FaultLog): void {
  const good = protocol_version >= NAMED_SINCE ? /^[A-Za-z0-9_.-]{1,128}$/ : /./s;
  const bad = items
    .map((item) => ownValue(item, 'name'))
    .find((name) => typeof name === 'string' && !good.test(name));
  if (bad === undefined) return;
  const wanted = '1 to 128 letters, digits, "_", "-" and "."';
  faults.add('tool-name', `tools/list: a tool is called ${show(bad)}; a name should be ${wanted}`);
}

type Request = (method: string, params?: Record<string, unknown>, options?: RequestOptions) => Promise<Reply>;

/** An expired HTTP session is renewed once for all requests that met it, and each of them is sent once more. */
function renewing({ session, faults, renew }: ConnectionParts): Request {
  let generation = 0;
  let renewal: Promise<boolean> | undefined;
  return async (method, params, options) => {
    const asked = generation;
    const reply = await session.request(method, params, options);
    if (!reply.expired || !renew) return plain(reply);
    faults.add('session-expired', 'the server forgot our HTTP session (404); a new one was opened');
    if (asked === generation) {
      renewal ??= renew().finally(() => {
        generation += 1;
        renewal = undefined;
      });
      if (!(await renewal)) return plain(reply);
    }
    const again = await session.request(method, params, options);
    return plain({ ...again, duration_ms: round(reply.duration_ms + again.duration_ms) });
  };
}

function plain({ status = 0, expired: _expired, ...reply }: SessionReply): Reply {
  const broken = reply.kind === 'error' && status >= 500;
  return (broken ? { ...reply, http_status: status } : reply) as Reply;
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
