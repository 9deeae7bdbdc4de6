import assert from 'node:assert/strict'
import { test } from 'node:test'
import { llmsPaths, type MarkdownModule, markdownPaths } from '../../../../src/addons/astro/runtime/markdown-pages.ts'
import { resolveAstroSite } from '../../../../src/addons/astro/config/astro-site.ts'
import { entry, siteModule } from '../../../support/astro.ts'

const SITE: MarkdownModule = { ...siteModule(), title: null }

test('markdownPaths() has a file for each page', async () => {
  assert.deepEqual((await markdownPaths(SITE)).map(({ params: { file }, props: { text } }) => [file, text]), [
    ['index', '# Title of index\n\nAddress: /\n\nWelcome.\n'],
    ['guides/lamps', '# Title of guides/lamps\n\nAddress: /guides/lamps/\n\nOn lamps.\n\n## Bulbs\n\nTurn the bulb.\n'],
  ])
})

test('markdownPaths() leaves out the base and decodes names, as Astro encodes them itself', async () => {
  const settings = resolveAstroSite(null, { base: '/docs' }, 7)
  const getCollection = async () => [entry('Über uns', 'We.')]
  const paths = await markdownPaths({ ...SITE, settings, getCollection })
  assert.deepEqual(paths.map(({ params }) => params.file), ['Über uns'])
  const [index] = await llmsPaths({ ...SITE, settings, getCollection })
  assert.match(index!.props.text, /\/docs\/llms-full\.txt\n[^]*\(\/docs\/%C3%9Cber%20uns\.md\)/)
})

test('llmsPaths() has both files, by the name of the site', async () => {
  const [index, full] = await llmsPaths({ ...SITE, title: 'Lamps' })
  assert.deepEqual([index?.params.file, full?.params.file], ['llms', 'llms-full'])
  assert.match(index!.props.text, /^# Lamps\n/)
  assert.match((await llmsPaths(SITE))[0]!.props.text, /^# Title of index\n/)
})

test('both are empty where the collections can\'t be read', async (t) => {
  const warn = t.mock.method(console, 'warn', () => undefined)
  const module = { ...SITE, getCollection: async () => [] }
  assert.deepEqual([await markdownPaths(module), await llmsPaths(module)], [[], []])
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /collection "docs" has no entries.*no page is published/)
})
