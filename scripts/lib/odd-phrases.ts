/** Phrases that sound translated, and what to write instead. Neither messages nor pages for users may have them. */
export const ODD_PHRASES: readonly [RegExp, string][] = [
  [/\b(?:is|are|was) told (?:of|with|in|as)\b|\btold in words\b/i, 'is reported, the error shows'],
  [/\bstands? (?:on the|beside|behind)\b|\bas it stands\b/i, 'is shown in, is next to, comes after'],
  [/\bin (?:the )?place of\b/i, 'instead of'],
  [/\bdearest\b/i, 'most expensive'],
  [/\bturn(?:s|ed)? away\b/i, 'refuse'],
  [
    /\b(?:is|are|be|was|were) held (?:to|against)\b|\bhold(?:s|ing)? (?:a|the|it|them) .{0,40}\bagainst\b/i,
    'compare with',
  ],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [
    /(?<!there )\b(?:is|are) no (?:text|object|list|map|schema|catalogue|tool|test|trace|file|date|URL|number|message)\b/i,
    'is not a',
  ],
  [/\b(?:a|an) \w+ of (?:its|their) own\b/i, 'its own'],
  [/, also (?:where|when|if)\b/i, 'even if'],
  [/\bsays nothing of\b/i, 'says nothing about'],
  [/\banew\b/i, 'again'],
  [/\bno part of\b/i, 'not part of'],
  [/\bheld against\b/i, 'compared with'],
  [/\bthis very program\b/i, 'this program'],
  [/\bwhichever way round\b/i, 'with and without `not`'],
];
