/** Small texts that many views share. */
import { clip, visible } from '../util/text.js';

/** Text of a server or suite, with hidden characters shown; the start of it is read, however long it is. */
export function shown(text: string, max = 400): string {
  return clip(visible(text.length > max * 2 ? text.slice(0, max * 2) : text), max);
}

/** A length of time for people; a number and its unit stay on one line. */
export function milliseconds(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '';
  if (value < 1) return '<1\u00a0ms';
  if (value < 999.5) return `${Math.round(value)}\u00a0ms`;
  if (value < 59_950) return `${(value / 1000).toFixed(value < 9_995 ? 2 : 1)}\u00a0s`;
  const seconds = Math.round(value / 1000);
  return `${Math.floor(seconds / 60)}\u00a0min ${seconds % 60}\u00a0s`;
}

export function moment(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return shown(iso ?? '');
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function size(characters: number): string {
  if (characters < 1000) return `${characters} characters`;
  return characters < 1e6 ? `${(characters / 1e3).toFixed(1)} kB` : `${(characters / 1e6).toFixed(1)} MB`;
}

export function figure(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Math.round(value * 1e4) / 1e4);
}

export function dollars(value: number): string {
  return `$${value.toFixed(4)}`;
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** An address that may be followed; anything but http and https is only text. */
export function safeLink(text: string | undefined): string | undefined {
  if (text === undefined || !/^https?:\/\/[^\s]+$/i.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text).href : undefined;
}
