/** A readable string for a string schema: by format, by pattern, else by the property's name. */
import { ownValue } from '../util/plain.js';
import { patternText } from './pattern-text.js';

const FORMATS = new Map<unknown, string>(
  Object.entries({
    'date-time': '2026-01-15T09:30:00Z',
    date: '2026-01-15',
    time: '09:30:00Z',
    duration: 'PT30M',
    email: 'ada@example.com',
    'idn-email': 'ada@example.com',
    hostname: 'example.com',
    'idn-hostname': 'example.com',
    ipv4: '192.0.2.10',
    ipv6: '2001:db8::10',
    uri: 'https://example.com/page',
    url: 'https://example.com/page',
    iri: 'https://example.com/page',
    'uri-reference': '/page',
    'iri-reference': '/page',
    'uri-template': '/pages/{id}',
    uuid: '123e4567-e89b-42d3-a456-426614174000',
    'json-pointer': '/name',
    'relative-json-pointer': '0/name',
    regex: '^a+$',
    byte: 'ZXhhbXBsZQ==',
    binary: 'example',
    password: 'example-word',
  }),
);

/** The last word of a property's name → what such a thing looks like. */
const NAMES = new Map(
  Object.entries({
    address: '1 Main Street',
    city: 'Paris',
    code: 'A1',
    content: 'Some example text.',
    country: 'France',
    currency: 'EUR',
    date: '2026-01-15',
    description: 'An example.',
    email: 'ada@example.com',
    id: 'item-1',
    language: 'en',
    location: 'Paris',
    message: 'Hello',
    name: 'example',
    path: 'example.txt',
    query: 'example',
    text: 'Some example text.',
    time: '09:30',
    timezone: 'Europe/Paris',
    title: 'Example',
    uri: 'https://example.com/page',
    url: 'https://example.com/page',
  }),
);

/** Padding stops here, whatever `minLength` asks for. */
const LONGEST = 10_000;

/** Several to try, the best first. `nth` makes the items of a list differ. */
export function sampleTexts(schema: Record<string, unknown>, name: string, nth: number): string[] {
  const least = count(ownValue(schema, 'minLength')) ?? 0;
  const most = count(ownValue(schema, 'maxLength')) ?? LONGEST;
  const pattern = ownValue(schema, 'pattern');
  if (typeof pattern === 'string') {
    const found = [nth, least, least + nth]
      .map((extra) => patternText(pattern, Math.min(extra, 200)))
      .filter((match) => match !== undefined);
    if (found.length > 0) return found;
  }
  const known = FORMATS.get(ownValue(schema, 'format'));
  if (known !== undefined) return [known, sized(byName(name), least, most)];
  const text = byName(name);
  return [sized(nth === 0 ? text : `${text}-${nth + 1}`, least, most), sized(text, least, most)];
}

function byName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = words.findLast((word) => word !== '') ?? '';
  return NAMES.get(last) ?? 'example';
}

function sized(text: string, least: number, most: number): string {
  return text.padEnd(Math.min(least, LONGEST), 'x').slice(0, most);
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.floor(value) : undefined;
}
