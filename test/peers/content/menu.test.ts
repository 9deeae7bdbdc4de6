/** Pages are in the order of the menus that the generators themselves make, under the same names and in the same groups. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

interface Row {
  readonly program: string
  readonly args: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** Folder of the pages, and file of the built page with the menu. */
  readonly content: string
  readonly page: string
  /** Class of the element with the menu, and of titles of groups in it. */
  readonly menu: string
  readonly isGroup: (node: DefaultTreeAdapterTypes.Element, classes: readonly string[]) => boolean
  /** Default: `PAGES`. */
  readonly pages?: Readonly<Record<string, string>>
  readonly isInCheck?: true
}

const PAGES: Readonly<Record<string, string>> = {
  'index.md': '# Home\n\nText.\n', 'zoo.md': '# Zoo\n\nText.\n', 'guide/index.md': '# Guide\n\nText.\n',
  'guide/use.md': '# Using it\n\nText.\n', 'guide/install.md': '# Install\n\nText.\n', 'guide/deep/more.md': '# More\n\nText.\n',
}
const hasClass = (name: string) => (_: unknown, classes: readonly string[]) => classes.includes(name)

const ROWS: Readonly<Record<string, Row>> = {
  mkdocs: {
    program: '.venv/bin/mkdocs', args: ['build', '--quiet'], content: 'docs', page: 'site/index.html', isInCheck: true,
    menu: 'wy-menu-vertical', isGroup: (node, classes) => node.tagName === 'p' && classes.includes('caption'),
    files: {
      'mkdocs.yml': `site_name: A
theme: { name: readthedocs, collapse_navigation: false }
nav:
  - zoo.md
  - Handbook:
      - guide/index.md
      - Set up: guide/install.md
      - guide/use.md
      - guide/deep/more.md
  - Start:
      - Front: index.md
`,
    },
  },
  sphinx: {
    program: '.venv/bin/sphinx-build', args: ['-q', '-b', 'html', '.', '_out'], content: '.', page: '_out/index.html', isInCheck: true,
    menu: 'sphinxsidebarwrapper', isGroup: (node, classes) => node.tagName === 'p' && classes.includes('caption'),
    files: {
      'conf.py': `project = 'A'
extensions = ['myst_parser']
html_theme = 'basic'
html_theme_options = {'globaltoc_collapse': False, 'globaltoc_includehidden': True}
html_sidebars = {'**': ['menu.html']}
templates_path = ['_templates']
exclude_patterns = ['_out', 'guide/deep']
`,
      '_templates/menu.html': "{{ toctree(includehidden=True, collapse=False, maxdepth=-1) }}",
      'index.md': `# Home

\`\`\`{toctree}
self
\`\`\`

\`\`\`{toctree}
:hidden:
:caption: Start

zoo
Set up <guide/install>
\`\`\`

\`\`\`{toctree}
:caption: More
:glob:

guide/u*
guide/index
\`\`\`
`,
    },
  },
  hugo: {
    program: '.venv/bin/hugo', args: ['--quiet'], content: 'content', page: 'public/index.html', menu: 'menu', isGroup: (node) => node.tagName === 'p',
    files: {
      'hugo.toml': 'baseURL = "https://x.test/"\ndisableKinds = ["taxonomy", "term", "RSS"]\n',
      'layouts/_default/single.html': '{{.Content}}',
      'layouts/index.html': `<div class="menu"><a>{{ .LinkTitle }}</a>{{ range .Pages }}{{ if .IsSection }}<p>{{ .LinkTitle }}</p>
        <a>{{ .LinkTitle }}</a>{{ range .Pages }}<a>{{ .LinkTitle }}</a>{{ end }}{{ else }}<a>{{ .LinkTitle }}</a>{{ end }}{{ end }}</div>`,
      'content/_index.md': '---\ntitle: Front\n---\n', 'content/guide/_index.md': '---\ntitle: Handbook\nweight: 2\n---\n',
      'content/guide/a.md': '---\ntitle: Ay\nweight: 30\n---\n', 'content/guide/b.md': '---\ntitle: B\nweight: 4\nlinkTitle: Bee\n---\n',
      'content/guide/c.md': '---\ntitle: C\n---\n', 'content/zoo.md': '---\ntitle: Zoo\nweight: 1\n---\n', 'content/end.md': '---\ntitle: End\n---\n',
    },
    pages: {},
  },
  vitepress: {
    program: 'node_modules/vitepress/bin/vitepress.js', args: ['build', '.'], content: '.', page: '.vitepress/dist/index.html', isInCheck: true,
    menu: 'VPSidebar', isGroup: hasClass('text'),
    files: {
      '.vitepress/config.mts': `import { defineConfig, type DefaultTheme } from 'vitepress'
export default defineConfig({ title: 'A', themeConfig: { sidebar: [
  { text: 'Zoo!', link: '/zoo' },
  { text: 'Handbook', base: '/guide/', items: guide() },
  { text: 'Start', items: [{ text: 'Front', link: '/' }] },
] } })
function guide(): DefaultTheme.SidebarItem[] {
  return [{ text: 'Guide', link: 'index' }, { text: 'Set up', link: 'install' }, { text: 'Use', link: 'use.html' }, { text: 'More', link: 'deep/more' }]
}
`,
    },
  },
}

/** The names of pages in the built menu, each after the groups around it. */
function menuOf(html: string, { menu, isGroup }: Row): string[] {
  const names: string[] = []
  const classesOf = (node: DefaultTreeAdapterTypes.Element) => node.attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? []
  const textOf = (node: DefaultTreeAdapterTypes.Node): string => 'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
  function walk(node: DefaultTreeAdapterTypes.Node, isInside: boolean) {
    const isElement = 'tagName' in node
    const classes = isElement ? classesOf(node) : []
    const isMenu = isInside || classes.includes(menu)
    if (isMenu && isElement && node.tagName === 'a') return void names.push(textOf(node).trim())
    if (isMenu && isElement && isGroup(node, classes)) return void names.push(`# ${textOf(node).trim()}`)
    if ('childNodes' in node) for (const child of node.childNodes) walk(child, isMenu)
  }
  walk(parse(html), false)
  return names.filter((name) => name !== '')
}

for (const [name, row] of Object.entries(ROWS)) {
  if (row.isInCheck !== true && process.env['ASK_LONG'] !== '1') continue
  test(`pages are in the order of the menu of ${name}`, async () => {
    const project = join(here, '.build', `menu-${name}`)
    rmSync(project, { recursive: true, force: true })
    const pages = Object.entries(row.pages ?? PAGES).map(([path, text]) => [join(row.content, path), text] as const)
    for (const [path, text] of [...pages, ...Object.entries(row.files)]) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
    const program = row.program.startsWith('/') ? row.program : join(here, row.program)
    const [command = '', ...before] = /\.m?js$/.test(program) ? [process.execPath, program] : [program]
    const env = { ...process.env, DO_NOT_TRACK: '1', CI: '1' }
    execFileSync(command, [...before, ...row.args], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'], env })
    const site = await readFolder(join(project, row.content))
    assert.deepEqual(site.warnings, [])
    const ordered = site.pages.toSorted((a, b) => (a.place?.order ?? 0) - (b.place?.order ?? 0))
    let last = ''
    const ours = ordered.flatMap(({ title, place }) => {
      const group = place?.groups.join(' ') ?? ''
      const heading = group === last || group === '' ? [] : [`# ${group}`]
      last = group
      return [...heading, place?.label ?? title]
    })
    assert.deepEqual(ours, menuOf(readFileSync(join(project, row.page), 'utf8'), row).filter((name) => name !== 'A'))
  })
}
