import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldTerm, nearestNames } from '../../../src/core/graph/names.ts'
import { rulesOf } from '../../support/rules.ts'

test('foldTerm() gives the same key for every letter and its other case', () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    const forms = [letter, letter.toLowerCase(), letter.toUpperCase()]
    assert.equal(new Set(forms.map(foldTerm)).size, 1, `U+${code.toString(16)}`)
  }
})

const IDS = ['index', 'guides/routing', 'guides/routing#static-routes', 'guides/routing#dynamic-routes', 'guides/install', 'reference/cli#build']

function check(asked: string, expected: readonly string[], known: readonly string[] = IDS) {
  assert.deepEqual(nearestNames(asked, known), expected)
}

for (const [name, run] of rulesOf('nearestNames()', check, [
  ['finds names with small differences',
    ['guides/routing#static-route', ['guides/routing#static-routes', 'guides/routing#dynamic-routes', 'guides/routing']],
    ['static-routes', ['guides/routing#static-routes', 'guides/routing#dynamic-routes']],
    ['Guides Install', ['guides/install', 'guides/routing']], ['/reference/cli/#build', ['reference/cli#build']],
    ['SSRR', ['SSR'], ['SSR', 'CSR', 'island']]],
  ['finds nothing for a name that is like no other', ['xyzzy', []], ['', []], ['###', []], ['guides/routing', [], []]],
  ['knows other scripts', ['ルーティンク', ['ルーティング'], ['インストール', 'ルーティング']], ['größe', ['Größen'], ['Größen', 'Maße']]],
  ['gives five at most, the first of equals, and no name twice',
    ['page', ['page 0', 'page 1', 'page 2', 'page 3', 'page 4'], Array.from({ length: 9 }, (_, i) => `page ${i}`)],
    ['route', ['route', 'router', 'routes'], [...Array.from({ length: 5 }, () => 'route'), 'router', 'routes']]],
])) test(name, run)

test('nearestNames() reads each name once', () => {
  let reads = 0
  function* names() {
    for (; reads < 100_000; reads += 1) yield `guides/page-${reads}#section-${reads * 7}`
  }
  assert.equal(nearestNames('guides/page-77777', names())[0], 'guides/page-77777#section-544439')
  assert.equal(reads, 100_000)
})
