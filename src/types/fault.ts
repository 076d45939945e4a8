/** What goes wrong on purpose, in one vocabulary for the mock and for `faults:` between an agent and a server. */

/**
 * `timeout` never answers, `slow` answers late, `error` says that it failed, `malformed` breaks the
 * protocol, `empty` says nothing, `disconnect` ends the connection.
 */
export type FaultKind = 'error' | 'timeout' | 'slow' | 'malformed' | 'empty' | 'disconnect';

/** When it happens, counted in calls that it could be meant for. */
export interface FaultTurn {
  /** Calls that go well first. */
  after: number;
  /** Calls that meet it; those behind go well again. */
  times: number;
}
