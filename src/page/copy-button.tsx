import { useState } from 'preact/hooks';

interface Props {
  text: string;
  label?: string;
  /** What is copied, for those who do not see where the button stands. */
  about?: string;
}

export function CopyButton({ text, label = 'Copy', about }: Props) {
  const [done, setDone] = useState(false);
  return (
    <button
      type="button"
      class="quiet copy"
      onClick={async () => {
        setDone(await copy(text));
        setTimeout(() => setDone(false), 1500);
      }}
    >
      {done ? 'Copied' : label}
      {about !== undefined && <span class="hidden"> {about}</span>}
    </button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
