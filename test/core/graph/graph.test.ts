import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeGraph, formatGraph, parseGraph } from '../../../src/core/graph/graph.ts'
import { graph, node } from '../../support/graph.ts'
import { rulesOf } from '../../support/rules.ts'

test('formatGraph() writes keys in the order of the contract, whatever order they came in', () => {
  const given = graph({ sections: [node({ id: 'routing#static', facts: [{ kind: 'flag', literal: '--static', chunkId: 'routing#static' }] })] })
  assert.equal(formatGraph(reversed(given) as typeof given), formatGraph(given))
  assert.ok(formatGraph(given).startsWith(`{\n  "version": 3,\n  "contentHash": "sha256:${'0'.repeat(64)}",\n`))
  assert.match(formatGraph(given), /\n  "context": "A context\."\n\}\n$/)
  assert.equal([...formatGraph(given).matchAll(/^ *"(\w+)": /gm)].map(([, key]) => key).join(' '), [
    'version contentHash builtBy sections id kind title heading group url summary facts kind literal chunkId',
    'sources chunkId url anchor mode terms glossary term aliases definition suggestions overview context',
  ].join(' '))
})

test('parseGraph() reads what formatGraph() writes, byte for byte', () => {
  assert.deepEqual(parseGraph(formatGraph(graph())), graph())
  assert.equal(formatGraph(parseGraph(formatGraph(graph()))), formatGraph(graph()))
  assert.deepEqual(parseGraph(`\uFEFF${formatGraph(graph())}`), graph())
})

test('parseGraph() says what a text is that is no graph', () => {
  const check = (text: string, message: RegExp) => assert.throws(() => parseGraph(text), { code: 'graph-format', message })
  check('', /^The text is not JSON; run `ask kg build`$/)
  check('{"version": 3,', /is not JSON/)
  check('{\n<<<<<<< HEAD\n"version": 3\n=======\n>>>>>>> b\n}', /holds the marks of a merge conflict; run `ask kg build`/)
  check('{"version": 1}', /^version must be 3, found 1/)
})

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).reverse().map(([key, inner]) => [key, reversed(inner)]))
}

/** A graph as JSON, with one value of it replaced: `['sections', 0, 'id']` names the place. */
function changed(place: readonly (string | number)[], value: unknown): unknown {
  const whole: unknown = JSON.parse(formatGraph(graph()))
  let inner = whole as Record<string | number, unknown>
  for (const key of place.slice(0, -1)) inner = inner[key] as Record<string | number, unknown>
  const last = place[place.length - 1]!
  if (value === undefined) delete inner[last]
  else inner[last] = value
  return whole
}

function refuses(value: unknown, message: string) {
  assert.throws(() => decodeGraph(value), { name: 'AskError', code: 'graph-format', message })
}

test('decodeGraph() ignores fields nobody asks for', () => {
  assert.deepEqual(decodeGraph(changed(['note'], 'x')), graph())
  assert.deepEqual(decodeGraph(changed(['sections', 0, '__proto__'], { heading: 'x' })), graph())
})

test('decodeGraph() reads an absent heading, group or anchor as null', () => {
  const decoded = decodeGraph(changed(['sections', 1, 'sources', 0, 'anchor'], undefined))
  assert.equal(decoded.sections[1]?.sources[0]?.anchor, null)
  assert.equal(decodeGraph(changed(['sections', 1, 'heading'], undefined)).sections[1]?.heading, null)
  assert.equal(decodeGraph(changed(['sections', 1, 'group'], undefined)).sections[1]?.group, null)
})

for (const [name, run] of rulesOf('decodeGraph()', refuses, [
  ['names the JSON path of what is wrong',
    [changed(['sections', 1, 'facts', 0, 'kind'], 'flg'), 'sections[1].facts[0].kind must be one of flag, code, value, default, key, found "flg"'],
    [changed(['sections', 0, 'id'], 7), 'sections[0].id must be a text, found 7'],
    [changed(['sections', 0, 'id'], ' '), 'sections[0].id must be a text that is not empty, found " "'],
    [changed(['sections', 0, 'kind'], 'page'), 'sections[0].kind must be "section", found "page"'],
    [changed(['sections', 0, 'summary'], undefined), 'sections[0].summary must be a text, found nothing'],
    [changed(['sections', 0, 'terms'], 'x'), 'sections[0].terms must be a list, found "x"'],
    [changed(['sections', 2], ['x']), 'sections[2] must be an object, found a list'],
    [changed(['glossary', 0, 'aliases', 0], null), 'glossary[0].aliases[0] must be a text, found null'],
    [changed(['suggestions', 0], { a: 1 }), 'suggestions[0] must be a text, found an object'],
    [changed(['suggestions'], Array(10_001).fill('x')), 'suggestions must have at most 10000 items, found 10001'],
    [changed(['builtBy'], ['y'.repeat(90)]), 'builtBy must be a text, found a list'],
    [changed(['sections', 0, 'mode'], 'y'.repeat(90)), `sections[0].mode must be one of agent-primary, source-primary, found "${'y'.repeat(40)}"…`],
    [[], 'The JSON must be an object, found a list'], ['x', 'The JSON must be an object, found "x"']],
  ['does not take inherited fields for own ones',
    [Object.create(graph()), 'version must be 3: this is no graph file of ask']],
  ['says what to do about another version',
    [changed(['version'], 2), 'version must be 3, found 2; run `ask kg build`'],
    [changed(['version'], 4), 'version must be 3, found 4; update ask'],
    [{}, 'version must be 3: this is no graph file of ask']],
  ['refuses a section id that comes twice',
    [changed(['sections', 2, 'id'], 'routing'), 'sections[2].id repeats "routing" of sections[0]']],
])) test(name, run)

test('decodeGraph() refuses addresses that run code', () => {
  for (const url of ['javascript:alert(1)', 'JavaScript:alert(1)', '\u0001java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
    refuses(changed(['sections', 0, 'url'], url), `sections[0].url must be an http(s) or relative address, found ${JSON.stringify(url)}`)
  }
  for (const url of ['/a/b/#c', 'https://docs.example.com/a', 'a/b', '#top', '/time/12:30/', '/a?b=c:d']) {
    assert.equal(decodeGraph(changed(['sections', 0, 'url'], url)).sections[0]?.url, url)
  }
})
