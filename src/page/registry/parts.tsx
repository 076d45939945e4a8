/** Small parts that several pages of a registry share. */
import type { ComponentChildren } from 'preact';
import type { Tier } from '../../types/tdqs.js';
import { shown } from '../words.js';

export const TIERS: readonly Tier[] = ['A', 'B', 'C', 'D', 'F'];

export function TierMark({ tier }: { tier: Tier | undefined }) {
  return (
    <span class={`tier ${tier ?? ''}`}>
      {tier ?? '–'}
      {tier === undefined && <span class="hidden">no score</span>}
    </span>
  );
}

export function score(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(1);
}

export function serverPath(name: string): string {
  return `/servers/${encodeURIComponent(name)}`;
}

/** A value of 0 to `most` as a bar; `beside` is a mark to compare with. */
export function Bar({
  value,
  most,
  beside,
  tone = '',
}: {
  value: number;
  most: number;
  beside?: number | undefined;
  tone?: string;
}) {
  const width = (part: number): number => Math.max(0, Math.min(100, (part / most) * 100));
  return (
    <svg class="plot bar-plot" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" y="3" rx="1" />
      <rect class={`bar ${tone}`} width={width(value)} height="8" y="3" rx="1" />
      {beside !== undefined && <line class="limit" x1={width(beside)} x2={width(beside)} y1="0" y2="14" />}
    </svg>
  );
}

/** How many of each tier, as one bar. */
export function TierBar({ counts }: { counts: Record<Tier, number> }) {
  const all = TIERS.reduce((sum, tier) => sum + counts[tier], 0);
  if (all === 0) return null;
  let from = 0;
  const label = TIERS.filter((tier) => counts[tier] > 0)
    .map((tier) => `${tier} ${counts[tier].toLocaleString('en')}`)
    .join(', ');
  return (
    <figure class="tiers">
      <svg
        class="share"
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={`tiers: ${label}`}
      >
        {TIERS.map((tier) => {
          const width = (counts[tier] / all) * 100;
          from += width;
          return <rect key={tier} class={`t${tier}`} x={from - width} width={width} height="8" />;
        })}
      </svg>
      <figcaption class="dim">{label}</figcaption>
    </figure>
  );
}

/** A list that goes on on another page. */
export function More({ cursor, query }: { cursor: string | undefined; query: Record<string, string> }) {
  if (cursor === undefined) return null;
  return (
    <p class="actions more">
      <a href={`?${new URLSearchParams({ ...query, cursor })}`}>Next page</a>
    </p>
  );
}

interface Choice {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

/** The search and the filters of a list, as a form that works by itself. */
export function ListForm({
  action,
  query,
  placeholder,
  choices,
}: {
  action: string;
  query: Record<string, string>;
  placeholder: string;
  choices: readonly Choice[];
}) {
  return (
    <form class="filters" method="get" action={action}>
      <input
        type="search"
        name="q"
        value={query.q ?? ''}
        placeholder={placeholder}
        aria-label={placeholder}
      />
      {choices.map(({ name, label, options }) => (
        <select key={name} name={name} aria-label={label}>
          {options.map(([value, text]) => (
            <option key={value} value={value} selected={(query[name] ?? '') === value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      <button type="submit">Search</button>
    </form>
  );
}

export const TIER_CHOICE: Choice = {
  name: 'tier',
  label: 'Tier',
  options: [['', 'Every tier'], ...TIERS.map((tier) => [tier, `Tier ${tier}`] as const)],
};

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty dim">{children}</p>;
}

export function Flags({ flags }: { flags: readonly string[] }) {
  return (
    <>
      {flags.map((flag) => (
        <span key={flag} class="flag">
          {shown(flag, 60)}
        </span>
      ))}
    </>
  );
}
