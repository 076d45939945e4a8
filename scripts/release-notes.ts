/** `npm run release:notes`: what the changelog says of the version in package.json, for the page of the release. */
import { readFileSync } from 'node:fs';
import { changelogSections } from './lib/release-rules.js';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const section = changelogSections(read('CHANGELOG.md')).find((each) => each.version === version);
if (section) console.log(section.notes);
else {
  console.error(`CHANGELOG.md has no section for ${version}`);
  process.exitCode = 1;
}
