/** What must hold of texts before a release, as pure functions: each gives what is wrong, in one sentence a problem. */

/** The newest section of a changelog: its version, and the text below the heading. */
export interface ChangelogSection {
  version: string;
  notes: string;
}

export function changelogSections(changelog: string): ChangelogSection[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { version: heading.trim().split(/[\s(]/)[0]!.replace(/^v/, ''), notes: lines.join('\n').trim() };
    });
}

export function changelogProblems(changelog: string, version: string): string[] {
  const [top] = changelogSections(changelog);
  if (top === undefined) return ['CHANGELOG.md has no section'];
  if (top.version !== version) return [`the top of CHANGELOG.md is "${top.version}", not ${version}`];
  return top.notes === '' ? [`CHANGELOG.md says nothing about ${version}`] : [];
}

export function versionProblems(version: string, locked: string): string[] {
  if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)) return [`"${version}" is no version such as 1.2.3`];
  return locked === version ? [] : [`package-lock.json has version ${locked}: run npm install`];
}

/** `tagged` is the commit that the tag of this version names, when there is one. */
export function tagProblems(tag: string, tagged: string | undefined, head: string): string[] {
  return tagged === undefined || tagged === head ? [] : [`${tag} is already the tag of another commit`];
}

interface Lockfile {
  packages: Record<string, { resolved?: string }>;
}

export function lockProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved))
    .map(([path]) => `package-lock.json has a download address for ${path}`);
}

/** What a finished tree does not hold; `private` are words of this machine, such as where the checkout is. */
export function textProblems(file: string, text: string, ours: { private: string[] }): string[] {
  const forbidden: [pattern: RegExp, what: string][] = [
    [/^(<{7}|>{7}) /m, 'a conflict of a merge'],
    [/^\s*(\/\/|\/?\*+|#|<!--) *(TODO|FIXME|XXX)\b/m, 'a TODO'],
    [/^\s*(describe|it|test)\.only\(/m, 'a test that shuts out all others'],
  ];
  const found = forbidden.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${file} has ${what}`);
  const named = ours.private.filter((word) => text.includes(word));
  return [...found, ...named.map((word) => `${file} names ${word}, which is of this machine`)];
}
