/** Single keys from a terminal. Where stdin is no terminal nothing is read, and nothing is heard. */
export interface Keyboard {
  /** Whether there is somebody who could press a key. */
  attended: boolean;
  listen(): void;
  /** Gives the terminal back, so that a line can be typed. */
  pause(): void;
}

export function openKeyboard(onKey: (key: string) => void): Keyboard {
  const keys = process.stdin.isTTY ? process.stdin : undefined;
  const onData = (chunk: Buffer): void => {
    for (const key of chunk.toString('utf8')) onKey(key);
  };
  return {
    attended: keys !== undefined,
    listen() {
      keys?.on('data', onData);
      keys?.setRawMode(true);
      keys?.resume();
    },
    pause() {
      keys?.off('data', onData);
      keys?.setRawMode(false);
    },
  };
}
