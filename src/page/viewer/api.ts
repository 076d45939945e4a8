/** The viewer's own server, by addresses relative to the page: the token is part of them. */
import { useEffect, useState } from 'preact/hooks';

export interface Trouble {
  title: string;
  message: string;
  hint?: string;
}

export type Answer<T> = { value: T } | { trouble: Trouble };

export async function ask<T>(path: string): Promise<Answer<T>> {
  try {
    const response = await fetch(`api/${path}`);
    const body = (await response.json()) as T & { trouble?: Trouble };
    if (body.trouble) return { trouble: body.trouble };
    return { value: body };
  } catch {
    return {
      trouble: {
        title: 'The viewer does not answer',
        message: 'The command `mcptest view` that served this page has probably ended.',
        hint: 'Start it again and open the address that it prints.',
      },
    };
  }
}

/** Asks, and asks again when `version` changes; the last answer stays until the next is there. */
export function useAnswer<T>(path: string, version = 0): Answer<T> | undefined {
  const [answer, setAnswer] = useState<{ path: string; answer: Answer<T> }>();
  useEffect(() => {
    let current = true;
    void ask<T>(path).then((found) => current && setAnswer({ path, answer: found }));
    return () => {
      current = false;
    };
  }, [path, version]);
  return answer?.path === path ? answer.answer : undefined;
}

/** What the server tells by itself: `runs` when the list changed, `live` while a run is going on. */
export function useEvents(listeners: Record<string, (data: string) => void>): void {
  useEffect(() => {
    const source = new EventSource('api/events');
    for (const [name, listener] of Object.entries(listeners))
      source.addEventListener(name, (event) => listener((event as MessageEvent<string>).data));
    return () => source.close();
  }, []);
}
