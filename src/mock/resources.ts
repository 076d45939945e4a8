/** `resources/*`: fixed ones by uri, then the templates in order. */
import { CODE } from '../rpc-server/eras.js';
import { createPager } from '../rpc-server/pager.js';
import { LoudFault, type Method, RpcFault } from '../rpc-server/rpc.js';
import type { Manifest } from './manifest.js';
import { fill, TemplateError } from './template.js';
import { matchUri, parseUriTemplate } from './uri-template.js';

export function createResources(manifest: Manifest): [string, Method][] {
  const byUri = new Map(manifest.resources.map((resource) => [resource.def.uri, resource]));
  const templates = manifest.resource_templates.flatMap((template) => {
    const parsed = parseUriTemplate(template.def.uriTemplate);
    return typeof parsed === 'string' ? [] : [{ ...template, parsed }];
  });
  const size = manifest.page_size;
  const list = createPager(
    'resources',
    manifest.resources.map((resource) => resource.def),
    size,
  );
  const listTemplates = createPager(
    'resourceTemplates',
    manifest.resource_templates.map((t) => t.def),
    size,
  );

  function read(uri: string): Record<string, unknown> | undefined {
    const fixed = byUri.get(uri);
    if (fixed) return { uri, ...mime(fixed.def), ...fixed.body, ...metaOf(fixed.def) };
    for (const template of templates) {
      const params = matchUri(template.parsed, uri);
      if (params) return { uri, ...mime(template.def), text: String(fill(template.text, { params })) };
    }
    return undefined;
  }

  return [
    ['resources/list', ({ params }) => list(params)],
    ['resources/templates/list', ({ params }) => listTemplates(params)],
    [
      'resources/read',
      ({ params, era }) => {
        const { uri } = params;
        if (typeof uri !== 'string') throw new RpcFault(CODE.invalidParams, 'Invalid params: uri is missing');
        try {
          const found = read(uri);
          if (found) return { contents: [found] };
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          throw new LoudFault(CODE.noAnswer, `${error.message}: resource ${uri}`);
        }
        const code = era === 'modern' ? CODE.invalidParams : CODE.legacyResourceNotFound;
        throw new RpcFault(code, `Resource not found: ${uri}`, { uri });
      },
    ],
  ];
}

/** A page says in its content, too, what it needs. */
function metaOf(def: Record<string, unknown>): Record<string, unknown> {
  return def._meta === undefined ? {} : { _meta: def._meta };
}

function mime(def: Record<string, unknown>): Record<string, unknown> {
  return def.mimeType === undefined ? {} : { mimeType: def.mimeType };
}
