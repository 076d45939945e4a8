/** Rules about every message of a kind, whoever asked for it: all that the server sent in all conversations. */
import type { Frame } from '../../types/conformance.js';
import { judged, NotApplicable, type Outcome } from '../check.js';
import { isNotification, isRequest, isResponse, type Message, type Transcript } from '../wire/transcript.js';
import type { World } from '../world.js';

export interface Seen {
  frame: Frame;
  message: Message;
  /** Of a response: what it answers, where that was sent. */
  request?: Message;
}

const KINDS = {
  messages: () => true,
  responses: isResponse,
  requests: isRequest,
  notifications: isNotification,
};

export interface RuleForAll {
  of: keyof typeof KINDS;
  /** Narrows what is judged further. */
  where?: (seen: Seen) => boolean;
  /** What is wrong with one; undefined where it is right. */
  wrong: (seen: Seen) => string | undefined;
  good: string;
  /** Said where there is nothing to judge; without it that is no fault either. */
  none?: string;
}

export async function judgeAll(world: World, rule: RuleForAll): Promise<Outcome> {
  const all = (await seenBy(world)).filter(
    (one) => KINDS[rule.of](one.message) && (rule.where?.(one) ?? true),
  );
  if (all.length === 0 && rule.none !== undefined) throw new NotApplicable(rule.none);
  const found = all.flatMap((one) => {
    const problem = rule.wrong(one);
    return problem === undefined ? [] : [{ problem, frame: one.frame }];
  });
  return judged(
    found.map(({ problem }) => problem),
    rule.good,
    ...found.slice(0, 3).map(({ frame }) => frame),
  );
}

export async function seenBy(world: World): Promise<Seen[]> {
  await world.survey();
  return world.transcripts.flatMap(withRequests);
}

export function withRequests(transcript: Transcript): Seen[] {
  // Our answers to the server have ids too, and are nothing to answer.
  const asked = transcript.sent.filter(({ message }) => !isResponse(message));
  const sent = new Map(asked.map(({ message }) => [message.id, message]));
  return transcript.received.map(({ frame, message }) => ({
    frame,
    message,
    request: isResponse(message) ? sent.get(message.id) : undefined,
  }));
}
