/** Roles and references of MyST say and open what they do on the pages that Sphinx makes of the same sources. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseElements } from '../../../src/core/content/structure/encoding.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

const FILES: Readonly<Record<string, string>> = {
  'conf.py': `project = 'A'
extensions = ['myst_parser']
myst_enable_extensions = ['colon_fence', 'attrs_block', 'deflist']
html_theme = 'basic'
`,
  'index.md': `(home)=
# Home

\`\`\`{toctree}
:hidden:
guide/setup
usage
\`\`\`

## References

- {ref}\`install-steps\`, {ref}\`the steps <install-steps>\`, {ref}\`home\`, {ref}\`usage-page\`
- {doc}\`usage\`, {doc}\`Set up <guide/setup>\`, {doc}\`/usage\`
- [](#install-steps), [with *text*](#api/flags), <project:#install-steps>, **[](#usage-page)**
- <project:usage.md>, [x](project:usage.md#run-it), [](guide/setup.md), [old form](install-steps)
- [the table](#flags-table), [a paragraph](#para), [a note](#note-target), [both names](#second-name)

## Roles

{py:class}\`~package.module.Name\`, {py:meth}\`!package.run\`, {py:func}\`the function <package.f>\`, {kbd}\`Ctrl-C\`,
{command}\`rm\`, {file}\`/etc/hosts\`, {envvar}\`HOME\`, {guilabel}\`Cancel\`, {menuselection}\`File --> Open\`,
{dfn}\`word\`, {sub}\`a\`{sup}\`b\`, {term}\`Section\`, {term}\`parts <section>\`.
`,
  'guide/setup.md': `# Setup

(install-steps)=
(second-name)=

## Steps to install

Do it, then read {doc}\`../usage\` and {ref}\`usage-page\`.

(api/flags)=

\`\`\`{table} Flags
:name: flags-table

| a | b |
|---|---|
| x | y |
\`\`\`

{#para}
A paragraph.

:::{admonition} A hint
:name: note-target
:class: dropdown
Text of it.
:::

:::{glossary}
section
  A part.
:::
`,
  'usage.md': '(usage-page)=\n# Usage\n\n(run-it)=\n## Run\n\nText.\n',
}

interface Link {
  readonly text: string
  /** Address of the page. */
  readonly page: string
  readonly id: string
}

/** The links of the site, page by page, and all texts of each page. */
async function read(folder: string): Promise<{ readonly links: readonly Link[]; readonly texts: readonly string[] }> {
  const { pages, warnings } = await readFolder(folder, { base: '/' })
  assert.deepEqual(warnings, [])
  const links = pages.flatMap(({ sections }) => sections.flatMap(({ text, structure }) => {
    return parseElements(structure).flatMap(({ element, start, end }) => {
      const [page = '', id = ''] = element.type === 'link' ? element.href.split('#') : []
      // Terms are text in sources.
      return page === '' || id.startsWith('term-') ? [] : { text: text.slice(start, end), page: page.replace(/index\.html$/, ''), id }
    })
  }))
  const texts = pages.map(({ sections }) => sections.map(({ heading, text }) => `${heading ?? ''} ${text}`).join(' ').replace(/\s+/g, ' ').trim())
  return { links, texts }
}

test('links and roles of MyST are read as Sphinx shows them', async () => {
  const project = join(here, '.build', 'myst')
  rmSync(project, { recursive: true, force: true })
  mkdirSync(join(project, 'source', 'guide'), { recursive: true })
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(project, 'source', path), text)
  execFileSync(join(here, '.venv/bin/sphinx-build'), ['-q', '-b', 'html', 'source', 'built'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  const [ours, built] = [await read(join(project, 'source')), await read(join(project, 'built'))]
  assert.deepEqual(ours.links.map(({ text, page }) => ({ text, page })), built.links.map(({ text, page }) => ({ text, page })))
  for (const { page, id } of ours.links.filter(({ id }) => id !== '')) {
    const html = readFileSync(join(project, 'built', page.endsWith('/') ? `${page}index.html` : page), 'utf8')
    assert.ok(html.includes(`id="${id}"`), `${page}#${id}`)
  }
  assert.deepEqual(ours.texts, built.texts)
})
