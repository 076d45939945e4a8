import type { ComponentChildren } from 'preact';

interface Props {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** Preformatted text in a box that scrolls, and that the keyboard can reach to scroll it. */
export function ScrollPre({ label, children, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would not keep the white space.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <pre tabIndex={0} role="region" aria-label={label} {...rest}>
      {children}
    </pre>
  );
}
