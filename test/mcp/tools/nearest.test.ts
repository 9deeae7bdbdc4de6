import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestNames } from '../../../src/mcp/tools/nearest.ts'


const IDS = ['index', 'guides/routing', 'guides/routing#static-routes', 'guides/routing#dynamic-routes', 'guides/install', 'reference/cli#build']

function check(asked: string, expected: readonly string[], known: readonly string[] = IDS) {
  assert.deepEqual(nearestNames(asked, known), expected)
}

test('nearestNames() finds what was nearly written', () => {
  check('guides/routing#static-route', ['guides/routing#static-routes', 'guides/routing#dynamic-routes', 'guides/routing'])
  check('static-routes', ['guides/routing#static-routes', 'guides/routing#dynamic-routes'])
  check('Guides Install', ['guides/install', 'guides/routing'])
  check('/reference/cli/#build', ['reference/cli#build'])
  check('SSRR', ['SSR'], ['SSR', 'CSR', 'island'])
})

test('nearestNames() finds nothing for what is like nothing', () => {
  check('xyzzy', [])
  check('', [])
  check('###', [])
  check('guides/routing', [], [])
})

test('nearestNames() knows other scripts', () => {
  check('ルーティンク', ['ルーティング'], ['インストール', 'ルーティング'])
  check('größe', ['Größen'], ['Größen', 'Maße'])
})

test('nearestNames() gives five at most, the first of those alike, and none twice', () => {
  check('page', ['page 0', 'page 1', 'page 2', 'page 3', 'page 4'], Array.from({ length: 9 }, (_, i) => `page ${i}`))
  check('page', ['page'], ['page', 'page', 'page'])
})
