import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../src/content/chunk.ts'
import { readSite } from '../../../src/read-site.ts'
import { createSearcher } from '../../../src/search/searcher.ts'

const markdown = (aliases: string) => [
  { path: 'limits.md', text: `---\ntitle: Limits\n${aliases}\n---\nAt most ten requests a minute.\n\n## Others\n\nNothing else, see [more](other.md).` },
  { path: 'throttle.md', text: '# Throttle\n\nA pedal.' },
  { path: 'other.md', text: '# Other\n\nSee [the limits](limits.md).' },
]
const html = (attribute: string) => [
  { path: 'limits/index.html', text: `<title>Limits</title><main ${attribute}><h1>Limits</h1><p>At most ten requests.<h2 id="o">Others</h2><p>None.</main>` },
]

function introTexts(files: readonly { readonly path: string; readonly text: string }[]): unknown {
  return readSite(files, {}).pages.find(({ slug }) => slug === 'limits')?.sections.map(({ linkTexts }) => linkTexts)
}

const LONG = 'x'.repeat(121)

for (const [written, ...names] of [
  ['aliases: [throttle, request quota]', 'throttle', 'request quota'],
  ['aliases: throttle', 'throttle'],
  ['aliases:\n  - "  two\\n words "\n  - 429', 'two words', '429'],
  ['aliases: [throttle, throttle, the limits]', 'throttle', 'the limits'],
  [`aliases: [a, ${LONG}]`, 'a'],
  ['aliases: [CI/CD, /posts/old, ../old, https://example.com/x, old.html, posts/old/]', 'CI/CD'],
  ['aliases: [[nested], {a: b}, true, "", " "]'],
  ['aliases: {a: b}'],
  ['alias: throttle'],
] as const) {
  test(`aliases are texts of the page's intro: ${JSON.stringify(written)}`, () => {
    const expected = [...new Set([...names, 'the limits'])]
    assert.deepEqual(introTexts(markdown(written)), [expected, []])
  })
}

test('a page has at most twenty aliases', () => {
  const [intro] = introTexts(markdown(`aliases: [${Array.from({ length: 25 }, (_, at) => `a${at}`).join(', ')}]`)) as string[][]
  assert.equal(intro?.length, 21)
})

test('data-ask-aliases names aliases in HTML', () => {
  assert.deepEqual(introTexts(html('data-ask-aliases="throttle, request quota,, "')), [['throttle', 'request quota'], []])
  assert.deepEqual(introTexts(html('')), [[], []])
})

test('search finds a page by its alias, after one that has the name in its title', () => {
  const chunks = chunkPages(readSite(markdown('aliases: [throttle]'), {}).pages)
  assert.deepEqual(createSearcher(chunks).search('throttle').map(({ id }) => id), ['throttle', 'limits'])
  assert.deepEqual(createSearcher(chunks).search('throttling').map(({ id }) => id), ['throttle', 'limits'])
})
