import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SectionSummary } from '../../../src/core/graph/knowledge.ts'
import { formatOverview, MAX_OVERVIEW_LENGTH } from '../../../src/core/graph/overview.ts'

/** `Guides/Routing#Static` is a section of a page in a group; `/Home` is a page of none. */
function sections(...places: readonly string[]): SectionSummary[] {
  return places.map((place) => {
    const [page, heading = null] = place.split('#') as [string, string?]
    const [group, title] = page.split('/') as [string, string]
    const slug = title.toLowerCase()
    const hash = heading === null ? '' : `#${heading.toLowerCase()}`
    return { id: slug + hash, title, heading, group: group === '' ? null : group, url: `/${slug}/${hash}` }
  })
}

test('formatOverview() lists groups, pages and sections in the order of the sections', () => {
  const given = sections('/Home', 'Guides/Routing', 'Guides/Routing#Static', 'Reference/CLI', 'Guides/Data', 'Guides/Data#Fetch')
  const guides = '## Guides\n\n- [Routing](/routing/)\n  - Static\n- [Data](/data/)\n  - Fetch'
  assert.equal(formatOverview(given), `- [Home](/home/)\n\n${guides}\n\n## Reference\n\n- [CLI](/cli/)`)
})

test('formatOverview() is empty for no sections, and shows a page whose intro is no section', () => {
  assert.equal(formatOverview([]), '')
  assert.equal(formatOverview(sections('/Routing#Static')), '- [Routing](/routing/)\n  - Static')
})

test('formatOverview() keeps a label on its line and inside of its link', () => {
  const given = [{ id: 'x', title: 'A [b]\n\\c', heading: null, group: '# G\n', url: '/a(b)/ c' }]
  assert.equal(formatOverview(given), '## # G\n\n- [A \\[b\\] \\\\c](/a%28b%29/%20c)')
  const long = [{ id: 'x', title: '𝒳'.repeat(100), heading: null, group: null, url: '/' }]
  assert.equal(formatOverview(long), `- [${'𝒳'.repeat(60)}…](/)`)
})

test('formatOverview() cuts sections evenly before it cuts pages, and says what it cut', () => {
  const long = 'Long '.repeat(20).trim()
  const given = sections('G/A', `G/A#${long}`, 'G/A#Two', 'G/A#Three', 'G/B', 'G/B#Four', 'H/C')
  const cut = `## G\n\n- [A](/a/)\n  - ${long}\n  - … and 2 more sections\n- [B](/b/)\n  - Four\n\n## H\n\n- [C](/c/)`
  assert.equal(formatOverview(given, 9_999).includes('Three'), true)
  assert.equal(formatOverview(sections('G/A', `G/A#${long}`, `G/A#${long}2`, `G/A#${long}3`, 'G/B', 'G/B#Four', 'H/C'), cut.length), cut)
  assert.equal(formatOverview(given, 120), '## G\n\n- [A](/a/) (3 sections)\n- [B](/b/) (1 section)\n\n## H\n\n- [C](/c/)')
})

test('formatOverview() cuts pages evenly over the groups, and groups last', () => {
  const long = 'Long'.repeat(20)
  const given = sections('G/A', 'G/A#One', `G/${long}`, `G/${long}#Two`, `G/${long}2`, 'H/D', 'I/E')
  assert.equal(
    formatOverview(given, 130),
    '## G\n\n- [A](/a/) (1 section)\n- … and 2 more pages with 1 section\n\n## H\n\n- [D](/d/)\n\n## I\n\n- [E](/e/)',
  )
  assert.equal(formatOverview(given, 70), '## G\n\n- … and 3 more pages with 2 sections\n\n… and 2 more groups')
  assert.equal(formatOverview(given, 0), '… and 3 more groups')
})

test('formatOverview() keeps to its size for a site of 60,000 sections', () => {
  const given = Array.from({ length: 10_000 }, (_, page) =>
    sections(...Array.from({ length: 6 }, (_, i) => `Group ${page % 40}/Page ${page}${i === 0 ? '' : `#Section ${i}`}`)),
  ).flat()
  const overview = formatOverview(given)
  assert.ok(overview.length <= MAX_OVERVIEW_LENGTH && overview.length > MAX_OVERVIEW_LENGTH / 2, `${overview.length}`)
  assert.match(overview, /- … and \d+ more pages with [\d,]+ sections/)
})
