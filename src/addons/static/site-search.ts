/**
 * The searches that sites have of their own, one row each: how one is recognized, in the configuration of its generator
 * and in built pages, and the setting that turns it off. A second search is one more button, and often the same key.
 * Checked on pages built by MkDocs 1.6, Material 9.6, Sphinx 9 with four themes, VitePress 1.6, Docusaurus 3.10 and
 * Starlight 0.42; the others by the documentation of their makers.
 */
import type { SourceGenerator } from '../../core/content.ts'

/** A search of a site. */
export interface SiteSearch {
  /** Name for people. */
  readonly name: string
  /** What turns it off or has the dialog take its place, as the end of a sentence. */
  readonly remedy: string
}

interface Row extends SiteSearch {
  /** Null for a search that pages of any generator may have. */
  readonly generator: SourceGenerator | 'starlight' | null
  /** What the configuration says where it is on, null for one that is on unless it is turned off. */
  readonly on: RegExp | null
  /** What the configuration says where it is turned off, null for nothing. */
  readonly off: RegExp | null
  /** A start tag of its button or field, tried on each one alone. */
  readonly tag: RegExp
}

const replacing = (button: string): string => {
  const places = '`<ask-overlay>` (`ask static --inject`: `--replaces`)'
  return `, or let its button open the dialog: data-ask-replaces="${button}" on ${places}`
}
const DOCSEARCH = replacing('.DocSearch-Button')

const ROWS: readonly Row[] = [
  {
    generator: 'starlight', name: "Starlight's search",
    on: null, off: /\bpagefind:\s*false\b|ask-service\/starlight/, tag: /^<site-search\b/,
    remedy: 'use the plugin `ask-service/starlight`, which replaces it, or set `pagefind: false` in its options',
  },
  {
    generator: 'vitepress', name: "VitePress's search",
    on: /\bprovider:\s*['"](?:local|algolia)\b|\balgolia\s*:/, off: null,
    // Without a provider its place is there, and empty: `<!---->` follows.
    tag: /^<div\b(?![^<]*<)[^]*\b(?:id="local-search"|class="VPNavBarSearch\b)/,
    remedy: 'remove `search` and `algolia` from `themeConfig` in .vitepress/config' + DOCSEARCH,
  },
  {
    generator: 'docusaurus', name: "Docusaurus's Algolia search",
    on: /\balgolia\s*:/, off: null, tag: /^<link\b(?=[^]*\brel="search")[^]*\bopensearch\.xml/,
    remedy: 'remove `themeConfig.algolia` from docusaurus.config' + DOCSEARCH,
  },
  {
    generator: 'docusaurus', name: "Docusaurus's local search",
    on: /\bdocusaurus-(?:search-local|lunr-search|plugin-search-local)\b/, off: null,
    tag: /\bclass="[^"]*\bnavbar__search-input\b/,
    remedy: 'remove its package from `themes` or `plugins` of docusaurus.config',
  },
  {
    generator: 'mkdocs', name: "MkDocs's search",
    // A list of plugins, with all its indented lines, in which there is no `search`.
    on: null, off: /^plugins:(?!(?:[^\n]*\n[ \t-])*[^\n]*\bsearch\b)/m,
    tag: /\b(?:data-md-component="search"|id="mkdocs[-_]search|src="[^"]*\bsearch\/main\.js")/,
    remedy: 'leave `search` out of `plugins` in mkdocs.yml, or write `plugins: []`',
  },
  {
    generator: 'mdbook', name: "mdBook's search",
    on: null, off: /\[output\.html\.search\][^[]*\benable\s*=\s*false/,
    tag: /\bid="(?:mdbook-)?searchbar\b/,
    remedy: 'set `enable = false` in `[output.html.search]` of book.toml' +
      replacing('#mdbook-search-toggle, #search-toggle'),
  },
  {
    generator: 'sphinx', name: "Sphinx's search",
    on: null, off: null, tag: /^<form\b[^]*\baction="(?:[^"]*\/)?search\.html"/,
    remedy: 'leave its box out of `html_sidebars` in conf.py (`searchbox.html`, in Furo `sidebar/search.html`), ' +
      'in the PyData theme out of `navbar_persistent`',
  },
  {
    generator: 'jekyll', name: "Just the Docs's search",
    on: /\bjust-the-docs\b/, off: /^search_enabled:\s*false\b/m, tag: /^<div\b[^]*\bclass="search-input-wrap\b/,
    remedy: 'set `search_enabled: false` in _config.yml',
  },
  {
    generator: null, name: 'DocSearch',
    on: null, off: null,
    tag: /^<(?:script|link)\b[^]*\bdocsearch\b|\b(?:class="DocSearch\b|id="docsearch")/,
    remedy: 'remove its script and the call of `docsearch()` from the template' + DOCSEARCH,
  },
  {
    generator: null, name: "Pagefind's search",
    on: null, off: null, tag: /^<(?:script|link)\b[^]*\bpagefind-(?:component-|modular-)?ui\.(?:js|css)\b/,
    remedy: 'remove `PagefindUI` and its script from the template',
  },
]

/** A line of a configuration that is blank, or a comment. */
const SILENT_LINE = /^[ \t\r]*(?:(?:#|\/\/|\*)[^\n]*)?\n/gm
/** A start tag, with the mark of Vue for a place that is empty. */
const START_TAG = /<\w[^<>]*(?:><!---->)?/g

/** The search that a configuration turns on, or leaves on; null for none that is known. */
export function searchInConfig(generator: string, config: string): SiteSearch | null {
  const settings = `${config}\n`.replace(SILENT_LINE, '')
  return ROWS.find((row) => {
    return row.generator === generator && row.on?.test(settings) !== false && row.off?.test(settings) !== true
  }) ?? null
}

/** The search of a built page, null for none that is known. */
export function searchInPage(html: string): SiteSearch | null {
  const tags = html.match(START_TAG) ?? []
  return ROWS.find(({ tag }) => tags.some((each) => tag.test(each))) ?? null
}

/** The sentence about a search that stays. */
export function ownSearchLine({ name, remedy }: SiteSearch): string {
  return `${name} stays beside the dialog, and may open with the same key: to turn it off, ${remedy}.`
}
