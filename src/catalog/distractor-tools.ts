/**
 * The bundled distractors: plausible tools that a task under test has no use for. Their order is
 * published and never changes, since a saved trace is scored by it; new tools go to the end of a domain
 * only together with a new tool for every other domain. Neighbours come from different domains.
 */
import type { ToolDef } from '../types/catalog.js';
import { books } from './distractors/books.js';
import { calendar } from './distractors/calendar.js';
import { cooking } from './distractors/cooking.js';
import { fitness } from './distractors/fitness.js';
import { home } from './distractors/home.js';
import { images } from './distractors/images.js';
import { language } from './distractors/language.js';
import { mail } from './distractors/mail.js';
import { maps } from './distractors/maps.js';
import { money } from './distractors/money.js';
import { music } from './distractors/music.js';
import { news } from './distractors/news.js';
import { parcels } from './distractors/parcels.js';
import { people } from './distractors/people.js';
import { buildTool } from './distractors/tool-line.js';
import { travel } from './distractors/travel.js';
import { weather } from './distractors/weather.js';

export const DISTRACTOR_DOMAINS = {
  weather,
  money,
  calendar,
  mail,
  maps,
  travel,
  music,
  cooking,
  fitness,
  language,
  images,
  home,
  news,
  parcels,
  people,
  books,
};

let built: readonly ToolDef[] | undefined;

/** All of them in the published order: the first of every domain, then the second, and so on. */
export function distractorTools(): readonly ToolDef[] {
  if (built === undefined) {
    const domains = Object.values(DISTRACTOR_DOMAINS);
    const rounds = Math.max(...domains.map((domain) => domain.length));
    const ordered = Array.from({ length: rounds }, (_, i) =>
      domains.flatMap((domain) => domain.slice(i, i + 1)),
    );
    built = ordered.flat().map(buildTool);
  }
  return built;
}
