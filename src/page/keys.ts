/** Keys of the page. They stay silent while the reader types, and with a modifier held. */
import { useLayoutEffect } from 'preact/hooks';

export const KEYS: [string, string][] = [
  ['/', 'search'],
  ['j or ↓', 'next test'],
  ['k or ↑', 'previous test'],
  ['Enter', 'open the test'],
  ['← or →', 'previous or next call'],
  ['f', 'only failed and not judged'],
  ['Esc', 'back to the list'],
  ['?', 'these keys'],
];

export function useKeys(keys: Record<string, (event: KeyboardEvent) => unknown>): void {
  // Before the next key, not some time after the next frame: a handler must know what is on the screen.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      const typing = target?.matches?.('input, textarea, select') === true;
      if (typing && event.key !== 'Escape') return;
      if (document.querySelector('dialog[open]')) return;
      if (Object.hasOwn(keys, event.key)) keys[event.key]!(event);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
