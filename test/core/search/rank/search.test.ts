import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../src/core/search/build/build.ts'
import type { Filter } from '../../../../src/core/search/index/filter.ts'
import type { Searchable } from '../../../../src/core/search/index/inverted-index.ts'
import { type Candidate, createTopList, type HitOptions } from '../../../../src/core/search/rank/search.ts'
import { createRandom } from '../../../support/random.ts'
import { rulesOf } from '../../../support/rules.ts'
import { docs, search, site } from '../../../support/search-index.ts'

function check(chunks: readonly Searchable[], query: string, expected: string, options: HitOptions = {}) {
  assert.equal(search(buildIndex(chunks), query, options).map(({ id }) => id).join(' '), expected, query)
}

/** Checks the sections found in a site of `page | heading | text` for each query. */
function checkSite(lines: readonly string[], expected: Readonly<Record<string, string>>) {
  for (const [query, ids] of Object.entries(expected)) check(site(...lines), query, ids)
}

const FILLER = Array.from({ length: 8 }, (_, i) => `Page ${i} | | Some text.`)
const LONG = 'and many other words of a long section '.repeat(10)
const TITLES = ['Making a hero for your page | | x', 'Heroku | | Heroku on Heroku.', ...FILLER]
const REMOVED = 'Component. Removed. Markdown. '.repeat(2)

for (const [name, run] of rulesOf('search()', checkSite, [
  ['weighs a compound beside other words as little more than one of them',
    [['Masks | Mask-repeat | Use it.', 'CSS | Property list | mask-repeat and others',
      'Values | | A property has values.', 'More | | Repeat it.',
      'Images | | A mask is an image.', 'Other | | Nothing of it.', 'Else | | Nothing of it.'],
      { 'mask-repeat property ': '1 0 2 3 4' }]],
  ['finds the member of an object by the name that docs give it',
    [['Reply | .send(data) | Sends the data.', 'Routes | Async | Either await it or call reply.send.',
      'Mail | | How to send a reply.'], { 'reply.send': '0 1 2' }]],
  ['puts the typed word before longer words in the same kind of place, in sections of any length',
    [[`Tools | Install | Install it with brew. ${LONG}`, 'Towns | Sights | A brewery.', ...FILLER], { brew: '0 1' }],
    [['Records | Add, edit, move or delete a record | x', 'Setup | Editors | Editors. An editor.', ...FILLER],
      { edit: '0 1' }],
    [TITLES, { hero: '0 1', her: '1 0' }]],
  ['puts the heading first that a query with symbols is spelled like',
    [[`v3 | Removed: <Markdown /> component | ${REMOVED}`, 'v1 | <Markdown /> component removed | x',
      `v2 | Markdown component removed | ${REMOVED}`],
      { '<markdown /> component removed': '1 0 2', 'removed: <Markdown /> component': '0 1 2' }]],
  ['puts the section first that an identifier or a phrase is the name of',
    [['Guide | caching.store | x', 'Caching store | Caching store | caching.store caching.store caching of the rest',
      'Caching | Caching of the rest | x'],
      { 'caching.store': '0 1 2', ' CACHING of  the rest': '2 1 0' }]],
  ['puts the page first that a subject is the name of, not each section that has it as its heading',
    [['Guide | Caching | x', 'Caching | | x', 'Caching in depth | Caching more | caching of caching'],
      { caching: '1 2 0' }]],
  ['knows a name in other forms of its words, and prefers it as it is spelled',
    [['Transition of views | | x', 'View transitions | | x', 'View transition | | x',
      'All view transitions | Moving | view transitions'],
      { 'view transition': '2 1 3 0', 'views transitioning': '1 2 3 0' }]],
  ['prefers the spelling asked for',
    [['A | image | x', 'B | <Image /> | x', 'C | image() | x'], { 'image()': '2 0 1', '<image />': '1 0 2' }]],
  ['puts the page itself before sections of the same name',
    [['Routing basics | Routing | routing', 'Routing | | Pages.', 'Routing | Other | x'], { routing: '1 0 2' }]],
  ['puts the better section of one name first',
    [['Images | Usage | Something else.', 'Fonts | Usage | Usage of it.', 'Usage guide | x | y'], { usage: '1 0 2' }]],
  ['finds names that have no words', [['Operators | => | Arrow.', 'Operators | ?? | Else.'], { '??': '1' }]],
  ['takes no title for the whole question if it also has a symbol',
    [['Operators | | All of them.', 'Operators | => | Arrow.', 'Operators | ?? | Else.'], { '=> operator': '1 0 2' }]],
  ['lifts the intro of a page by its best other section, but none without any of the words or against exclusions',
    [['Rendering | | Where pages are made: on the server, or before it in a build, as the project chooses.',
      'Rendering | On the server | Server rendering: the server renders. A server.',
      'Rendering | Cookies | A server sets cookies.',
      'Other | Notes | The server.'], { 'server pages ': '0 1 3 2', 'server -build': '1 3 2' }],
    [['A | | x', 'A | y | server server', 'B | | a server'], { 'server ': '1 2' }]],
  ['lifts no intro above the best section of its page, so that other pages keep their places',
    [['Slot names | | A slot has a name that is reserved.',
      'Slot names | What went wrong? | The name of a slot is reserved.',
      'Components | | Components are made of a script and a template.',
      'Components | Slots | A slot is where children of a component go.',
      'Components | Props | Components have props, which their script reads.',
      'Layouts | | Layouts are components, too.'], { 'slots ': '3 0 1' }]],
  ['keeps title matches above lifted intros',
    [['Islands | | islands everywhere', 'Islands | Server islands | x', 'X | Using server islands | x',
      'Y | | using server islands'], { 'using server islands': '2 3 1 0' }]],
  ['prefers the section whose title and heading together have all of the query',
    [['Suspense | | A boundary for what loads later.',
      'Suspense | Nested suspense | Events of a suspense in a suspense: its events, and events of the outer suspense.',
      'Suspense | Events that it emits | There are three of them.',
      'Suspense | Suspense with a router | Suspense events of a suspense.',
      'Other | Notes | Suspense.'], { 'suspense events ': '2 1 3 4' }]],
  ['looks for the words of a phrase that nothing has',
    [['A | | edge functions', 'B | | functions at the edge', 'C | | deploy'], {
      '"edge functions"': '0', '"functions edge"': '0 1', '"functions edgy"': '0 1',
        '"edge functions" "no such thing"': '0', '"no such thing" deploy': '2', '"edge functions" "deploy"': '2 0 1',
    }]],
  ['takes a quoted identifier as a whole where texts have it, else as its words side by side',
    [['A | | astro:content', 'B | | astro, then content', 'C | | astro content'], { '"astro:content"': '0' }],
    [['B | | astro, then content', 'C | | astro content'], { '"astro:content"': '1' }]],
])) test(name, run)

for (const [name, run] of rulesOf('search()', check, [
  ['finds words in text, heading and title, in any of their forms',
    [docs, 'online ', '2'], [docs, 'redirecting ', '3'], [docs, 'route ', '0 1 3'], [docs, 'CAFÉ ', '']],
  ['puts sections with all words of a short query first', [docs, 'old routes ', '3 0 1']],
  ['finds identifiers whole first, then by part',
    [docs, '--host ', '4 5'], [docs, 'createServer ', '4 5'], [docs, '@astrojs/node ', '4 5'],
    [docs, 'create server ', '5 4']],
  ['completes the last word', [docs, 'redir', '3'], [docs, 'redir ', ''], [docs, 'onl', '2']],
  ['finds nothing for a blank query', [docs, '', ''], [docs, ' \n\t', ''], [docs, '?', ''], [docs, '\u200b', '']],
])) test(name, run)

test('search() gives at most three hits of a page, best first', () => {
  const chunks = site('A | y | x x x', 'A | y | x', 'A | y | x x', 'A | y | x x x x', 'B | | x')
  check(chunks, 'x ', '3 0 2 4')
  check(chunks, 'x ', '3 4', { perPage: 1 })
  check(chunks, 'x ', '3 0 2 1 4', { perPage: Infinity })
})

test('search() gives at most as many hits as asked for', () => {
  const chunks = site(...Array.from({ length: 30 }, (_, i) => `P${i} | | x`))
  const limits = [{}, { limit: 7 }, { limit: Infinity }, { limit: 0 }]
  assert.deepEqual(limits.map((limit) => search(buildIndex(chunks), 'x', limit).length), [20, 7, 30, 0])
})

test('search() lifts intros by the first hits alone, so that a smaller limit gives the beginning of the same', () => {
  const chunks = site(...Array.from({ length: 40 }, (_, i) => (
    `P${i >> 1} | ${i % 2 === 0 ? '' : 'h'} | ${'server '.repeat(1 + (i % 7))}${'and '.repeat(i)}`
  )))
  const all = search(buildIndex(chunks), 'server ', { limit: Infinity }).map(({ id }) => id)
  for (const limit of [1, 5, 20, 30]) {
    assert.deepEqual(search(buildIndex(chunks), 'server ', { limit }).map(({ id }) => id), all.slice(0, limit))
  }
})

test('search() finds a section by the texts of links to it, but no phrase in them', () => {
  const chunks = site('Tailwind | | Styles.', 'Tailwind | Install | Run it.', 'Other | | utility').map((chunk, i) => {
    return { ...chunk, linkTexts: i === 0 ? ['utility classes', 'style with utility classes'] : [] }
  })
  for (const query of ['utility classes ', 'styles utility', '"utility classes"']) check(chunks, query, '0 2')
  check(chunks, '"utility"', '2')
  check(chunks, 'styles -utility', '0')
})

test('search() multiplies scores by the weight of their section', () => {
  const chunks = site('A | | server', 'B | | server', 'C | | server', 'D | | a server').map((chunk, i) => ({ ...chunk, weight: [0.5, 1, 2, 1][i]! }))
  check(chunks, 'server ', '2 1 3 0')
  const [first, second] = search(buildIndex(chunks), 'server ')
  assert.ok(Math.abs(first!.score - 2 * second!.score) < 1e-9)
  check(chunks, 'a', '0 3')
  assert.throws(() => buildIndex([{ ...chunks[0]!, weight: 0 }]), new RangeError('The weight of chunk 0 must be a number from 0.1 to 10, not 0'))
})

test('search() orders equals by their versions, the newest first, then as they were given', () => {
  const chunks = site('A | | x', 'B | | x', 'C | | x', 'D | | x')
  check(chunks, 'x', '0 1 2 3')
  const versions = ['v2', 'v10', 'next', 'v10']
  check(chunks.map((chunk, i) => ({ ...chunk, version: versions[i] })), 'x', '1 3 0 2')
})

/** `page | heading | text`, all with the title Install, and the version of each. */
function versioned(versions: readonly string[], ...lines: readonly string[]): Searchable[] {
  return site(...lines).map((chunk, i) => ({ ...chunk, title: 'Install', version: versions[i] }))
}

test('search() gives translations last, if all else is equal', () => {
  const pages = [['es/lamp', 'es'], ['lamp', null], ['es/desk', 'es'], ['desk', 'en']] as const
  const hits = search(buildIndex(pages.map(([page, lang]) => ({ id: page, page, title: 'Lamp', text: '', lang }))), 'lamp ')
  assert.equal(new Set(hits.map(({ score }) => score)).size, 1)
  assert.deepEqual(hits.map(({ id }) => id), ['lamp', 'desk', 'es/lamp', 'es/desk'])
})

test('search() gives sections of two groups although they read the same, if they have no versions', () => {
  const chunks = site('user/save | | x', 'post/save | | x').map((chunk) => ({ ...chunk, title: 'save()' }))
  assert.equal(search(buildIndex(chunks), 'save').length, 1)
  const grouped = chunks.map((chunk, i) => ({ ...chunk, group: ['User', 'Post'][i] ?? null }))
  assert.equal(search(buildIndex(grouped), 'save').length, 2)
})

test('search() gives one of several copies, that of the newest version, and names the others', () => {
  const chunks = versioned(['v1', 'v10', 'v9', 'v10'], 'v1/a | | x', 'v10/a | | x', 'v9/a | | x', 'v10/a | Else | x')
  const hits = search(buildIndex(chunks), 'install')
  assert.deepEqual(hits.map(({ id, versions: { alsoIn = [] } }) => [id, ...alsoIn]), [['1', 'v1', 'v9'], ['3']])
  const versionsIn = (...versions: readonly string[]) => search(buildIndex(versioned(versions, ...versions.map((_, i) => `${i}/a | | x ${i}`))), 'x').map((hit) => hit.versions)
  assert.deepEqual(versionsIn('v1', 'v2'), [{ version: 'v2' }, { version: 'v1' }])
  assert.deepEqual(versionsIn('v1', 'v1'), [{}, {}])
  assert.deepEqual(search(buildIndex(versioned(['v1', 'v1'], 'v1/a | | x', 'v1/b | | x')), 'x').map((hit) => hit.versions), [{}])
  // The limit counts results, not copies.
  check(versioned(['v1', 'v2', 'v2'], 'v1/a | | x', 'v2/a | | x', 'v2/b | | y'), 'install', '1 2', { limit: 2 })
})

test('search() prefers the copy of the default version', () => {
  const chunks = versioned(['v1', 'v10', 'v9'], 'v1/a | | x', 'v10/a | | x', 'v9/a | | x')
  check(chunks.map((chunk, i) => ({ ...chunk, isDefaultVersion: i === 0 })), 'x', '0')
})

test('search() hides a copy only behind one that the filter, the quotes and the exclusions allow', () => {
  const chunks = versioned(['v1', 'v2', 'v3'], 'v1/a | | x', 'v2/a | | x', 'v3/a | | x')
  check(chunks, 'x', '0', { filter: { version: 'v1' } })
  assert.deepEqual(search(buildIndex(chunks), 'x', { filter: { version: 'v1' } })[0]?.versions, { version: 'v1' })
  const titled = site('v1/a | Setup | x', 'v2/a | Setup | x').map((chunk, i) => ({ ...chunk, title: ['One', 'Two'][i]! }))
  check(titled, 'x', '1')
  check(titled, 'x -two', '0')
})

test('search() knows copies in other folders, not other texts or titles', () => {
  const same = (...lines: readonly string[]) => site(...lines).map((chunk) => ({ ...chunk, title: 'Guide' }))
  check(same('a/guide | Setup | x', 'b/guide | Setup | x'), 'x', '0')
  check(same('a/guide | Setup | x', 'b/guide | Setup | x y', 'b/guide | Other | x'), 'x', '0 2 1')
  check(site('a | Setup | x', 'b | Setup | x'), 'x', '0 1')
  // No text says nothing, unless it is the same page in another version.
  check(same('a | Setup |', 'b | Setup |'), 'setup', '0 1')
  check(same('v1/a | Setup |', 'v2/a | Setup |'), 'setup', '1')
  check(versioned(['2025-11-25', '2026-07-28', 'draft'], 's/2025-11-25/a | Setup |', 's/2026-07-28/a | Setup |', 's/draft/a | Setup |'), 'setup', '1')
  check(same('a | Setup | x', 'b | Setup | x').map((chunk, i) => ({ ...chunk, lang: ['en', 'fr'][i]! })), 'x', '0 1')
  // An empty version is none: groups tell such sections apart.
  check(same('a | Setup | x', 'b | Setup | x').map((chunk, i) => ({ ...chunk, version: '', group: `G${i}` })), 'x', '0 1')
})

test('search() keeps to a filter, whose values are exact', () => {
  const values: Filter[] = [{ lang: 'en', group: 'Guides' }, { lang: 'en-US', version: '2.x' }, { lang: 'fr', group: 'API', version: '2.x' }]
  const chunks = site('A | | x', 'B | | x', 'C | | x', 'D | | x').map((chunk, i) => ({ ...chunk, ...values[i] }))
  for (const [filter, expected] of [
    [{}, '0 3 1 2'], [{ lang: 'en' }, '0'], [{ lang: 'EN' }, ''], [{ version: '2.x' }, '1 2'], [{ lang: '' }, '3'],
    [{ lang: 'fr', version: '2.x', group: 'API' }, '2'], [{ lang: 'en', version: '2.x' }, ''], [{ group: '' }, '3 1'],
  ] as const) check(chunks, 'x', expected, { filter })
  check(chunks, '"x" -b', '2', { filter: { lang: 'fr' } })
})

test('search() fills its limit from the chunks of a filter, however many others are better', () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `P${i} | | ${i % 300 === 0 ? 'x and other words' : 'x x x'}`)
  const chunks = site(...lines, 'X | | The title is the query.').map((chunk, i) => ({ ...chunk, lang: i % 300 === 0 && i < 3_000 ? 'fr' : 'en' }))
  check(chunks, 'x', '0 300 600 900', { filter: { lang: 'fr' }, limit: 4 })
})

test('search() scores sections of any place in the index alike', () => {
  const filler = Array.from({ length: 5_000 }, (_, i) => `F${i} | | filler ${i % 7 === 0 ? 'rare' : ''}`)
  filler[4_321] = 'Page | | rare needle'
  filler[2_047] = 'Page2 | | rare needle'
  filler[2_048] = 'Page3 | | rare needles'
  const hits = search(buildIndex(site(...filler)), 'rare needle', { limit: 4 })
  assert.deepEqual(hits.map(({ id }) => id), ['2047', '2048', '4321', '0'])
  assert.equal(hits[0]!.score, hits[2]!.score)
})

/** The same, one candidate after the other put in its place. */
function naive(candidates: readonly Candidate[], limit: number, perPage: number): Candidate[] {
  let kept: Candidate[] = []
  for (const candidate of candidates) {
    kept = [...kept, candidate].sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
    const rivals = kept.filter(({ page }) => page === candidate.page)
    if (rivals.length > perPage) kept = kept.filter((one) => one !== rivals.at(-1))
    if (kept.length > limit) kept = kept.slice(0, limit)
  }
  return kept
}

test('createTopList() keeps the best, at most so many of one page', () => {
  const random = createRandom(11)
  for (let round = 0; round < 500; round += 1) {
    const candidates = Array.from({ length: random.below(400) }, (_, ordinal) => {
      return { ordinal, score: random.below(50), page: random.below(9) }
    })
    const limit = random.pick([0, 1, 2, 5, 10, Infinity])
    const perPage = random.pick([0, 1, 2, 3, Infinity])
    const top = createTopList({ limit, perPage, rankOf: () => 0 })
    for (const candidate of candidates) top.offer(candidate)
    assert.deepEqual(top.finish(), naive(candidates, limit, perPage))
  }
})

test('createTopList() tells the score that a candidate needs', () => {
  const top = createTopList({ limit: 2, perPage: 3, rankOf: () => 0 })
  assert.equal(top.threshold(), -Infinity)
  for (let ordinal = 0; ordinal < 1_000; ordinal += 1) top.offer({ ordinal, page: ordinal, score: ordinal })
  const threshold = top.threshold()
  assert.ok(threshold > 900 && threshold <= top.finish().at(-1)!.score)
  assert.equal(createTopList({ limit: 0, perPage: 1, rankOf: () => 0 }).threshold(), Infinity)
})
