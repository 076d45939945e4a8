/** Every reporter at hand, for tests that render without waiting. */
import type { Reporter } from '../types/reporter.js';
import { loadReporter, type ReporterName, reporterNames } from './registry.js';

export const reporters = Object.fromEntries(
  await Promise.all(reporterNames.map(async (name) => [name, await loadReporter(name)])),
) as Record<ReporterName, Reporter>;
