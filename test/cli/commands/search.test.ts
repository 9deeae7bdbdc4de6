import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatExplanation } from '../../../src/cli/commands/search.ts'
import { buildIndex } from '../../../src/core/search/build/build.ts'
import { explain } from '../../../src/core/search/rank/explain.ts'
import { refuses, runAsk, siteWithGraph } from '../../support/run-ask.ts'

const index = buildIndex([
  { id: 'a', page: 'a', title: 'Routes', heading: 'Dynamic routes', text: 'One route, createRoute().' },
  { id: 'b', page: 'b', title: 'Other', text: 'More text.' },
])

/** The lines with every figure as `#`. */
function check(query: string, expected: readonly string[]) {
  const lines = formatExplanation(explain(index, query, 'a')!)
  assert.deepEqual(lines.map((line) => line.replace(/ *\d+\.\d\d/g, ' #').trim()), expected)
}

test('formatExplanation() sums up the parts of the score, then lists them by word', () => {
  check('dynamic routes text', [
    '# = words # + heading # + title #; covers 67 % of the query',
    'dynamic  33 % # as dynam: heading 1× #; in 1 section',
    'routes   33 % # as rout: title 1× #, heading 1× #, body 1.5× #; in 1 section',
    'text     33 %  not in this section',
  ])
})

test('formatExplanation() says that a section is excluded', () => {
  check('routes -dynamic', ['excluded: lacks a quoted phrase, or contains an excluded word (-word)'])
})

const { content, graphPath } = await siteWithGraph()
const EXPLAIN = ['search', '--explain']

test('search --explain shows the sections that search shows, each with its score', async () => {
  for (const source of [['--content', content], ['--kg-path', graphPath]]) {
    const { code, out, err } = await runAsk([...EXPLAIN, 'trailing', 'slashes', ...source])
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /^Guides · Routing › Trailing slashes\n {2}guides\/routing#trailing-slashes\n.*\n {2}\d+\.\d\d = words .* 100 % of the query\n/)
    const { results } = JSON.parse((await runAsk([...EXPLAIN, 'trailing slashes', '--json', '--max-results', '1', ...source])).out)
    assert.equal(results.length, 1)
    assert.ok(results[0].explanation.score > 0)
  }
})

test('search --explain says when there is nothing to explain', async () => {
  assert.deepEqual(await runAsk([...EXPLAIN, 'zzzyx', '--content', content]), { code: 0, out: '', err: 'Nothing found for "zzzyx"\n' })
  assert.equal((await runAsk(['search', 'zzzyx', '--group', 'No', '--lang', 'de', '--content', content])).err, 'Nothing found for "zzzyx" with --lang "de" and --group "No"\n')
})

test('search --explain takes one source, as search does, and needs local sections', async () => {
  await refuses([...EXPLAIN, '--content', content, '--kg-path', graphPath, 'route'], 2, /--content.*--kg-path|--kg-path.*--content/)
  await refuses([...EXPLAIN, 'x', '--endpoint', 'https://docs.example.com'], 2, /--explain only works with --content or --kg-path/)
})
