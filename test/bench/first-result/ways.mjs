/**
 * Ways from a site that exists to its first search result, each as the steps that a person takes by its documentation:
 * a `command` to type, an `edit` of a file, and what then answers. What is neither is done by a step before it, or
 * is what the site's owner does anyway.
 */

/** The words that are searched for; the page that has them is `docs/astro.md`. */
export const QUERY = 'trailing slash'

const askLine = {
  edit: 'two lines in astro.config.mjs',
  file: 'astro.config.mjs',
  change: (text) => text.replace('import', "import ask from 'ask-service/astro'\nimport").replace(/(integrations: \[.*?)(,?)\]/, (_, before) => `${before}${before.endsWith('[') ? '' : ', '}ask()]`),
}
/** What `npx astro add node` does, without its questions and its look at the registry's newest. */
const adapter = [
  { command: 'npx astro add node', words: ['npm', 'install', '@astrojs/node@11.1.6'] },
  {
    file: 'astro.config.mjs',
    change: (text) => text.replace('import', "import node from '@astrojs/node'\nimport").replace('integrations', "adapter: node({ mode: 'standalone' }),\n  integrations"),
  },
]
const installAsk = { command: 'npm install ask-service', words: ['npm', 'install', 'TARBALL'] }
const build = { words: ['npm', 'run', 'build'] }
const pagefind = [
  { command: 'npm install -D pagefind', words: ['npm', 'install', '-D', 'pagefind@1.6.0'] },
  { edit: 'the build script', file: 'package.json', change: (text) => text.replace('astro build', 'astro build && pagefind --site dist') },
  {
    edit: 'the snippet of its dialog in the layout',
    file: 'src/pages/[...id].astro',
    change: (text) => text.replace('<header></header>', `<header>
      <link href="/pagefind/pagefind-ui.css" rel="stylesheet" />
      <div id="search"></div>
      <script is:inline src="/pagefind/pagefind-ui.js"></script>
      <script is:inline>new PagefindUI({ element: '#search' })</script>
    </header>`),
  },
]

/** `until` says what gives the first result: `ask` on the port of a server that is started, or Pagefind's own files. */
export const WAYS = [
  { tool: 'ask, development', site: 'Starlight', steps: [installAsk, askLine], until: { ask: ['astro', 'dev', '--port', 'PORT'] } },
  { tool: 'ask, production', site: 'Starlight', steps: [installAsk, askLine, ...adapter, build], until: { ask: ['node', 'dist/server/entry.mjs'] } },
  { tool: 'ask serve beside it', site: 'Starlight', steps: [installAsk, build], until: { ask: ['ask', 'serve', 'dist', '--port', 'PORT'] } },
  { tool: 'Pagefind', site: 'Starlight', steps: [build], until: 'pagefind' },
  { tool: 'ask, development', site: 'plain Astro', steps: [installAsk, askLine], until: { ask: ['astro', 'dev', '--port', 'PORT'] } },
  { tool: 'ask, production', site: 'plain Astro', steps: [installAsk, askLine, ...adapter, build], until: { ask: ['node', 'dist/server/entry.mjs'] } },
  { tool: 'ask serve beside it', site: 'plain Astro', steps: [installAsk, build], until: { ask: ['ask', 'serve', 'dist', '--port', 'PORT'] } },
  { tool: 'Pagefind', site: 'plain Astro', steps: [...pagefind, build], until: 'pagefind' },
]
