// The documentation site. Its pages are a copy of docs/ that ../build.mjs has made in .stage.
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const index = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8');

/** The tables of the index, a group for each. */
const sidebar = index
  .split(/^## /m)
  .slice(1)
  .map((part) => ({
    text: part.slice(0, part.indexOf('\n')),
    collapsed: true,
    items: [...part.matchAll(/^\| \[([^\]]+)\]\(([^)#]+\.md)\)/gm)].map(([, text, file]) => ({
      text,
      link: `/${file.replace(/README\.md$/, '').replace(/\.md$/, '')}`,
    })),
  }));

export default {
  title: 'mcptest',
  description: 'Test MCP servers, and the agents that use them.',
  srcDir: '.stage',
  outDir: '../../site',
  cleanUrls: true,
  lang: 'en',
  // No font, script or picture is asked of anybody.
  useWebFonts: false,
  markdown: {
    // Vue would read `{{ }}` in code as its own.
    config(md) {
      const plain = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, at, ...rest) => {
        tokens[at].attrSet('v-pre', '');
        return plain(tokens, at, ...rest);
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Commands', link: '/reference/cli' },
      { text: 'Suites', link: '/reference/suite' },
      {
        text: `v${version}`,
        items: [
          { text: 'Changelog', link: 'https://github.com/mcptest/mcptest/blob/main/CHANGELOG.md' },
          { text: 'Other versions', link: 'https://github.com/mcptest/mcptest/tags' },
        ],
      },
    ],
    sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: 'https://github.com/mcptest/mcptest' }],
  },
};
