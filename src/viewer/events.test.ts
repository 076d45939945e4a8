/** Those who listen to the viewer, and those who only say that they do. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLibrary } from './events.js';
import type { Library } from './library.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A library whose list changes with every look. */
function restless(): Library {
  let looks = 0;
  return {
    place: '',
    list: async () => {
      looks += 1;
      return [`RUN${looks}`];
    },
    read: () => Promise.reject(new Error('not asked')),
    live: async () => [],
  };
}

function listener(waiting: number) {
  const heard: string[] = [];
  let gone: (() => void) | undefined;
  const response = {
    writableLength: waiting,
    writeHead: () => {},
    write: (text: string) => heard.push(text),
    on: (_: string, leave: () => void) => {
      gone = leave;
    },
    destroy: vi.fn(() => gone?.()),
    end: () => {},
  };
  return { heard, response, joined: response as unknown as ServerResponse };
}

it('leaves a listener that does not read, and goes on telling the others', async () => {
  const events = watchLibrary(restless());
  const [awake, asleep] = [listener(0), listener(2_000_000)];
  events.join(awake.joined);
  events.join(asleep.joined);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asleep.response.destroy).toHaveBeenCalledTimes(1);
  expect(asleep.heard).toHaveLength(1);
  expect(awake.heard.filter((text) => text.startsWith('event: runs')).length).toBeGreaterThan(3);
  events.close();
});

it('does not look while nobody listens', async () => {
  const library = restless();
  const looks = vi.spyOn(library, 'list');
  const events = watchLibrary(library);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks).not.toHaveBeenCalled();
  const one = listener(0);
  events.join(one.joined);
  await vi.advanceTimersByTimeAsync(1_000);
  one.response.destroy();
  await vi.advanceTimersByTimeAsync(1_000);
  const then = looks.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(looks.mock.calls.length).toBe(then);
});

it('tells of runs that came between reading the list and listening, also to who joins later', async () => {
  const runs = ['RUN1'];
  const events = watchLibrary({ ...restless(), list: async () => [...runs] });
  const told = ({ heard }: { heard: string[] }) => heard.filter((text) => text.startsWith('event: runs'));
  const [early, late] = [listener(0), listener(0)];
  events.join(early.joined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told(early)).toHaveLength(1);
  events.join(late.joined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told(late)).toHaveLength(1);
  runs.push('RUN2');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told(late)).toHaveLength(2);
  events.close();
});
