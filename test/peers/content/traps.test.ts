/** The ids that generators make of the headings in the table of the unit tests, which each profile is checked with. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

const here = fileURLToPath(new URL('.', import.meta.url))
const TABLE = new URL('../../core/content/generators/generated-ids.json', import.meta.url)

interface Table {
  readonly generators: Readonly<Record<string, string>>
  readonly headings: readonly (readonly [source: string, ...ids: (string | null)[]])[]
}

const { generators, headings }: Table = JSON.parse(readFileSync(TABLE, 'utf8'))

/** How a column of the table is built. */
interface Row {
  readonly program: string
  readonly args: readonly string[]
  /** Folder of the page, and the files of the project besides it. */
  readonly content: string
  readonly files: Readonly<Record<string, string>>
  /** What is before the page and behind it. */
  readonly frame?: readonly [before: string, after: string]
  readonly isInCheck?: true
}

const FRONTMATTER = '---\ntitle: Traps\n---\n\n'
/** Braces of the page are no templates of Jekyll's. */
const RAW = [`${FRONTMATTER}{% raw %}\n`, '\n{% endraw %}\n'] as const
const MKDOCS = { program: '.venv/bin/mkdocs', args: ['build', '--quiet'], content: 'docs', isInCheck: true } as const
const JEKYLL = { program: '/usr/bin/jekyll', args: ['build', '-q'], content: '.', frame: RAW } as const

const ROWS: Readonly<Record<string, Row>> = {
  mdbook: {
    program: '.cargo/bin/mdbook',
    args: ['build'],
    content: 'src',
    files: { 'book.toml': '[book]\ntitle = "Traps"\n', 'src/SUMMARY.md': '- [Traps](page.md)\n' },
  },
  hugo: {
    program: '.venv/bin/hugo',
    args: ['--quiet'],
    content: 'content',
    frame: [FRONTMATTER, ''],
    files: {
      'hugo.toml': 'baseURL = "https://x.test/"\ndisableKinds = ["taxonomy", "term", "RSS", "home"]\n' +
        '[markup.goldmark.renderer]\nunsafe = true\n',
      'layouts/_default/single.html': '{{.Content}}',
    },
  },
  mkdocs: { ...MKDOCS, files: { 'mkdocs.yml': 'site_name: Traps\nmarkdown_extensions: [attr_list, toc]\n' } },
  'mkdocs-plain': { ...MKDOCS, files: { 'mkdocs.yml': 'site_name: Traps\n' } },
  'mkdocs-pymdown': {
    ...MKDOCS,
    files: {
      'mkdocs.yml': 'site_name: Traps\nmarkdown_extensions:\n  - attr_list\n  - toc:\n' +
        '      slugify: !!python/object/apply:pymdownx.slugs.slugify { kwds: { case: lower } }\n',
    },
  },
  jekyll: { ...JEKYLL, files: { '_config.yml': 'title: Traps\n' } },
  'jekyll-kramdown': { ...JEKYLL, files: { '_config.yml': 'title: Traps\nkramdown: { input: kramdown }\n' } },
  sphinx: {
    program: '.venv/bin/sphinx-build',
    args: ['-q', '.', 'out'],
    content: '.',
    frame: ['# Page\n\n', ''],
    files: { 'conf.py': "project = 'Traps'\nextensions = ['myst_parser']\nmaster_doc = 'page'\nhtml_theme = 'alabaster'\n" },
  },
  docusaurus: {
    program: 'node_modules/@docusaurus/core/bin/docusaurus.mjs',
    args: ['build', '--no-minify'],
    content: 'content',
    files: {
      'package.json': '{ "private": true }\n',
      'docusaurus.config.mjs': `export default {
  title: 'Traps', url: 'https://x.test', baseUrl: '/', onBrokenLinks: 'ignore', markdown: { format: 'detect' },
  themes: ['@docusaurus/theme-classic'],
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/', path: 'content' }]],
}\n`,
    },
  },
}

/** The page: each heading with a text below it that tells its row. */
const page = headings.map(([source], row) => `${source}\n\nRow ${row}.\n`).join('\n')

/** Builds the page; its HTML. */
function build(name: string, { program, args, content, files, frame: [before, after] = ['', ''] }: Row): string {
  const project = join(here, '.build', `traps-${name}`)
  rmSync(project, { recursive: true, force: true })
  for (const [path, text] of Object.entries({ ...files, [join(content, 'page.md')]: before + page + after })) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const command = program.endsWith('.mjs') ? [process.execPath, join(here, program)] : [locate(program)]
  execFileSync(command[0]!, [...command.slice(1), ...args], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DO_NOT_TRACK: '1', CI: '1' },
  })
  const built = readdirSync(project, { recursive: true, encoding: 'utf8' }).find((path) => /\/page(?:\/index)?\.html$/.test(path))
  return readFileSync(join(project, built ?? assert.fail('no page')), 'utf8')
}

function locate(program: string): string {
  return program.startsWith('/') ? program : join(here, program)
}

/** The id of the last heading before each row's text; that of its section for docutils, which gives headings none. */
function idsOf(html: string): (string | null)[] {
  const ids: (string | null)[] = []
  let last: string | null = null
  let section: string | null = null
  function walk(node: DefaultTreeAdapterTypes.Node) {
    if ('tagName' in node) {
      const id = node.attrs.find(({ name }) => name === 'id')?.value ?? null
      if (node.tagName === 'section') section = id
      if (/^h[1-6]$/.test(node.tagName)) {
        last = id ?? section
        section = null
      }
    }
    const row = 'value' in node ? /^\s*Row (\d+)\.\s*$/.exec(node.value) : null
    if (row !== null) {
      ids[Number(row[1])] = last
      last = null
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(html))
  return ids
}

for (const [at, name] of Object.keys(generators).entries()) {
  const row = ROWS[name]
  // VitePress doesn't build a page with attributes that Vue can't have: the table has the ids of its Markdown alone.
  if (row === undefined || (row.isInCheck !== true && process.env['ASK_LONG'] !== '1')) continue
  const skip = existsSync(locate(row.program)) ? false : `${row.program} is absent`
  test(`the table has the ids of ${name}`, { skip }, () => {
    assert.deepEqual(idsOf(build(name, row)), headings.map((ids) => ids[at + 1]))
  })
}

test('the table has the ids of vitepress', async () => {
  const { createMarkdownRenderer } = await import('vitepress')
  const html = (await createMarkdownRenderer(here)).render(page, { path: join(here, 'page.md') })
  const at = Object.keys(generators).indexOf('vitepress')
  assert.deepEqual(idsOf(html), headings.map((ids) => ids[at + 1]))
})
