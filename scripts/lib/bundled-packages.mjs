// Which packages are part of a bundle, told by the files that esbuild took code from.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The files that left something in the output; what was imported and thrown away is not shipped. */
export function inputsOf({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );
}

/** Each package once a version, by name, with its licence and the texts that must go with it. */
export function bundledPackages(inputs) {
  const found = new Set(inputs.flatMap((input) => FOLDER.exec(input)?.[1] ?? []));
  const byRef = new Map();
  for (const folder of [...found].sort()) {
    const { name, version, license, dependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence`);
    const folders = [...(byRef.get(`${name}@${version}`)?.folders ?? []), folder];
    const needs = Object.keys(dependencies ?? {});
    byRef.set(`${name}@${version}`, { name, version, license, needs, folders, texts: textsOf(folder) });
  }
  const packages = [...byRef.keys()].sort().map((ref) => byRef.get(ref));
  return packages.map((each) => (each.texts.length > 0 ? each : { ...each, texts: [borrowed(each)] }));

  /** A package of a family may leave its licence file out; a sister under the same licence has it. */
  function borrowed({ name, version, license }) {
    const scope = name.split('/')[0];
    const sister = packages.find(
      (other) => other.name.split('/')[0] === scope && other.license === license && other.texts.length > 0,
    );
    if (!sister) throw new Error(`${name} ${version} has no licence file`);
    return sister.texts[0];
  }
}

function textsOf(folder) {
  return readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry))
    .sort()
    .map((entry) => readFileSync(join(folder, entry), 'utf8').trim());
}

/** dist/THIRD-PARTY.txt: every bundled package with its licence. */
export function thirdPartyText(packages) {
  const parts = packages.map(
    ({ name, version, license, texts }) => `${name} ${version} (${license})\n\n${texts.join('\n\n')}`,
  );
  return `mcptest bundles the following packages.\n\n${parts.join('\n\n----\n\n')}\n`;
}
