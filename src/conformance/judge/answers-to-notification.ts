/** A notification, and whether anything came back for it. Answers may come late and in any order. */
import type { Exchange } from '../wire/port.js';
import type { Talk } from '../wire/talk.js';
import { isResponse, type Message } from '../wire/transcript.js';
import type { World } from '../world.js';

export interface Notified {
  told: Exchange;
  /** A request behind it, whose answer shows that the notification was read. */
  after: Exchange;
  /** Answers to nothing that was asked. */
  answers: Message[];
}

export async function notify(
  world: World,
  talk: Talk,
  method: string,
  params?: Record<string, unknown>,
): Promise<Notified> {
  // What earlier messages of this conversation left behind comes before, and is no answer to what follows.
  await world.signOfLife(talk);
  const { sent, received } = talk.port.transcript;
  const asked = sent.flatMap(({ message: { id } }) => id ?? []);
  const from = received.length;
  const told = await talk.tell(method, params);
  const after = await world.signOfLife(talk);
  const answers = received
    .slice(from)
    .map(({ message }) => message)
    .filter((message) => isResponse(message) && message !== after.reply && !asked.includes(message.id ?? {}));
  // Over HTTP an error without an id may say why a notification was not accepted.
  const isRefusal = (told.http?.status ?? 0) >= 400;
  return { told, after, answers: isRefusal ? [] : answers };
}
