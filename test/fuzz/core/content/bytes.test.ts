import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../../../../src/core/content/bytes.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'
import { siteOf } from '../../../support/site-of.ts'

const PIECES = ['# ', '\n', '\n\n', '<h1>', '</h1>', '<title>', '<!--', '-->', '---\n', 'title: ', 'word ', '\xe9', '\x93', '\xc3\xa9', '\xff', '\0', '\x81']

test('readSiteFiles() gives each file of any bytes a title', () => {
  const random = createRandom(11)
  for (let round = 0; round < rounds(1_000); round += 1) {
    const texts = ['a.md', 'b.html', 'c.mdx', 'd.md'].map((path) => [path, decodeText(Buffer.from(random.text(PIECES, 30), 'latin1')).text])
    for (const { title } of siteOf(Object.fromEntries(texts)).pages) {
      assert.ok(title.trim() !== '' && !title.includes('\n'), JSON.stringify(texts))
    }
  }
})
