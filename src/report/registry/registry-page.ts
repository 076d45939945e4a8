/** The pages of a registry as documents: the same style and the same rules as the HTML report. */
import { REGISTRY_SCRIPT, REGISTRY_SCRIPT_HASH } from '../../page/registry-bundle.generated.js';
import type { RegistryDrawing, RegistryPage } from '../../types/registry-pages.js';
import type { RegistryStats } from '../../types/registry-stats.js';
import { scoreBadge } from '../catalog/tdqs-badge.js';
import { documentHtml, documentPolicy } from '../page-html.js';

/** Served pages have a form, and show a badge of their own server. */
const SERVED = documentPolicy(REGISTRY_SCRIPT_HASH, { form: "'self'", image: " 'self'" });
const ALONE = documentPolicy(REGISTRY_SCRIPT_HASH, {});

export const registryDrawing: RegistryDrawing = {
  page: (data, title) => registryHtml(data, `${title} · mcptest registry`, SERVED),
  policy: SERVED,
  badge: scoreBadge,
};

/** One file that opens from disk and asks nobody for anything. */
export function statsPage(stats: RegistryStats): string {
  return registryHtml({ view: 'stats', stats, alone: true }, 'Figures of a registry · mcptest', ALONE);
}

function registryHtml(data: RegistryPage, title: string, policy: string): string {
  return documentHtml({ data, title, policy, script: REGISTRY_SCRIPT });
}
