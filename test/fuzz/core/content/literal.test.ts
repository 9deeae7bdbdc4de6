import { test } from 'node:test'
import { readLiteral } from '../../../../src/core/content/menus/config-values.ts'
import { readMenu, readSummary } from '../../../../src/core/content/menus/menu.ts'
import { readSitemap } from '../../../../src/core/content/site/sitemap.ts'
import { checkLinear } from '../../../support/fuzz.ts'

test('readLiteral() and readMenu() take time in proportion to the text', () => {
  const pieces = ['{/*', "{'\\", '{', '[', '(', 'a: ', '...b', "'", '`', '/*', '// x\n', 'c(', 'const a = [a]\n', "{ text: 'x', items: [", ']', '}', ',', '"k": "v",']
  checkLinear(260_000, pieces, (text) => readMenu(readLiteral(`export default {${text}`), false))
})

test('readSummary() and readSitemap() take time in proportion to the text', () => {
  checkLinear(400_000, ['[', '](', 'a.md)', '- [a](b.md)\n', '  ', '# a\n', '\\', '`', '\n'], readSummary)
  checkLinear(400_000, ['<url>', '<loc>', '</loc>', '<', '<!--', '-->', '<![CDATA[', ']]>', 'x', '<urlset>', '<image:loc>'], (text) => readSitemap(`<urlset>${text}`))
})
