import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { KEYS } from './keys.js';

export function useHelp() {
  const [open, setOpen] = useState(false);
  return { open, show: () => setOpen(true), hide: () => setOpen(false) };
}

export function Help({ open, hide }: ReturnType<typeof useHelp>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} onClose={hide} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl class="figures">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={hide}>
        Close
      </button>
    </dialog>
  );
}
