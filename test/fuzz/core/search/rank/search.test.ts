import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../../src/core/search/build/build.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'
import { search, site } from '../../../../support/search-index.ts'

const docs = site(
  'Routing | | Pages are made of files.',
  'Routing | Dynamic routes | A file may stand for many pages.',
  'Deploy | | Put your site online.',
  'Deploy | Redirects | Old routes of the site keep working with a redirect.',
  'Commands | astro dev | Run it with --host or call createServer() of @astrojs/node.',
  'Commands | astro build | The dev and host words apart; create a server, a node.',
)

test('search() answers any string', () => {
  const random = createRandom(13)
  const ascii = ['routes', 'dev', 'x1', ' ', '-', ' -', '--', '"', '"', ' -', '.', '@', '/', "'", '(', '\\', '\u0000']
  const pieces = [...ascii, 'é', '漢字', 'กา', '😀', '\ud83d', '\udc00', '\u0301']
  const odd = { id: 'odd', page: 'odd', title: '\ud800', heading: '"\u0301', text: '漢字 😀 \udc00' }
  const index = buildIndex([...docs, odd])
  for (let round = 0; round < rounds(5_000); round += 1) {
    const query = random.text(pieces, 12)
    for (const { score } of search(index, query)) assert.ok(score > 0 && Number.isFinite(score), JSON.stringify(query))
  }
  for (const unit of ['a', 'a ', '漢', '😀', 'a-', '"', '\u0301']) search(index, unit.repeat(rounds(200_000)))
})
