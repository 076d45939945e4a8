// dist/sbom.cdx.json: what is bundled, as a CycloneDX 1.6 bill of materials. The same packages give the same bytes:
// it has no time, and its serial number is made of what it lists.
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** `manifest` is our own package.json. */
export function sbomText(packages, manifest) {
  const { name, version, license, description } = manifest;
  const self = { type: 'application', 'bom-ref': purlOf({ name, version }), name, version, description };
  const components = packages.map(componentOf);
  const byFolder = new Map(packages.flatMap((each) => each.folders.map((folder) => [folder, each])));
  const needed = (folder, names) =>
    [...new Set(names.flatMap((need) => nearest(folder, need, byFolder) ?? []).map(purlOf))].sort();
  const dependencies = [
    { ref: self['bom-ref'], dependsOn: needed('', Object.keys(manifest.devDependencies)) },
    ...packages.map((each) => ({ ref: purlOf(each), dependsOn: needed(each.folders[0], each.needs) })),
  ];
  const body = {
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...self, licenses: licensesOf(license), purl: purlOf({ name, version }) },
    },
    components,
    dependencies,
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(body))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, ...body }, null, 2)}\n`;
}

function componentOf({ name, version, license }) {
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = purlOf({ name, version });
  return {
    type: 'library',
    'bom-ref': purl,
    group,
    name: bare,
    version,
    licenses: licensesOf(license),
    purl,
  };
}

/** A plain SPDX id, or an expression such as `(MIT OR Apache-2.0)`. */
function licensesOf(license) {
  return / (?:OR|AND|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The package that `need` leads to from `folder`, where it is bundled; found as Node does. */
function nearest(folder, need, byFolder) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = byFolder.get(join(at, 'node_modules', need).replaceAll('\\', '/'));
    if (found || at === '') return found;
  }
}

/** A version 8 UUID: 122 bits of a hash. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
