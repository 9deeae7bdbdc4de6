/** Files of any bytes: each gives text and pages, in time that grows with its length only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../../../../src/core/content/bytes.ts'
import { PLAIN_RULES } from '../../../../src/core/content/generators/profile.ts'
import { readSiteFiles } from '../../../../src/core/content/site/site.ts'
import { checkGrowth, rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'

const SETTINGS = { base: '/', trailingSlash: true, depth: 6, siteTitle: null, commonTitles: null, now: () => Date.UTC(2026, 0, 1), defaultLang: null, defaultVersion: null, locales: null, rules: PLAIN_RULES }
const PIECES = ['# ', '\n', '\n\n', '<h1>', '</h1>', '<title>', '<!--', '-->', '---\n', 'title: ', 'word ', '\xe9', '\x93', '\xc3\xa9', '\xff', '\0', '\x81']

test('readSiteFiles() gives each file of any bytes a title', () => {
  const random = createRandom(11)
  for (let round = 0; round < rounds(1_000); round += 1) {
    const files = ['a.md', 'b.html', 'c.mdx', 'd.md'].map((path) => {
      const bytes = Buffer.from(random.text(PIECES, 30), 'latin1')
      return { path, text: decodeText(bytes).text }
    })
    for (const { title } of readSiteFiles(files, SETTINGS).pages) {
      assert.ok(title.trim() !== '' && !title.includes('\n'), JSON.stringify(files))
    }
  }
})

test('readSiteFiles() decides about titles in time that grows with the pages', () => {
  checkGrowth(20_000, (count) => {
    const files = Array.from({ length: count }, (_, at) => ({ path: `p${at}.md`, text: `# Site\n\n## Page ${at % 7}` }))
    readSiteFiles(files, SETTINGS)
  })
})
