/** Progress notifications, put together by their token. */
import type { Frame } from '../../types/conformance.js';
import { ownValue } from '../../util/plain.js';
import { isResponse, type Message, type Received, type Transcript } from '../wire/transcript.js';
import type { World } from '../world.js';

export function isProgress({ message }: { message: Message }): boolean {
  return message.method === 'notifications/progress';
}

export function tokensGiven(world: World): unknown[] {
  return world.transcripts.flatMap(({ sent }) => sent).map(tokenOf);
}

export interface ProgressRun {
  values: number[];
  frames: Frame[];
  afterAnswer: boolean;
}

export async function progressRuns(world: World): Promise<ProgressRun[]> {
  await world.survey();
  return world.transcripts.flatMap(runsOf);
}

function runsOf(transcript: Transcript): ProgressRun[] {
  const notes = transcript.received.filter(isProgress);
  const tokens = new Set(notes.map(({ message }) => ownValue(message.params, 'progressToken')));
  return [...tokens].map((token) => {
    const own = notes.filter(({ message }) => ownValue(message.params, 'progressToken') === token);
    const id = transcript.sent.find((sent) => tokenOf(sent) === token)?.message.id;
    const answered = transcript.received.findIndex(({ message }) => isResponse(message) && message.id === id);
    const last = transcript.received.lastIndexOf(own.at(-1)!);
    return {
      values: own.map(({ message }) => Number(ownValue(message.params, 'progress'))),
      frames: own.slice(0, 4).map(({ frame }) => frame),
      afterAnswer: answered >= 0 && last > answered,
    };
  });
}

function tokenOf({ message }: Received): unknown {
  return ownValue(ownValue(message.params, '_meta'), 'progressToken');
}
