import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBrokenGraph, checkGraph, type GraphFile } from '../../src/doctor/graph.ts'
import { addressesOf } from '../../src/graph/addresses.ts'
import { graph } from '../support/graph.ts'

const GRAPH = graph()
const CONTENT = { hash: GRAPH.contentHash, addresses: addressesOf(GRAPH.sections) }

function check(given: Partial<GraphFile>, finding: RegExp) {
  const { name, status, message, remedy = '' } = checkGraph({ path: 'kg.json', graph: GRAPH, content: CONTENT, ...given })
  assert.equal(name, 'graph')
  assert.match(`${status} ${message} | ${remedy}`, finding)
}

test('checkGraph() names the builder of a graph, and says if it is up to date', () => {
  check({}, /^ok kg\.json: 3 sections, built by rules, up to date \| $/)
  check({ graph: graph({ builtBy: 'm-1' }) }, /^ok kg\.json: 3 sections, built by m-1, up to date/)
  check({ content: { ...CONTENT, hash: 'sha256:1' } }, /^warn kg\.json: 3 sections, built by rules, older than the content \| Run `ask kg build` and commit/)
  check({ content: null }, /^skip kg\.json: 3 sections, built by rules; not compared/)
  check({ graph: graph({ sections: [] }) }, /^ok kg\.json: 0 sections/)
})

test('checkGraph() finds a graph of different content', () => {
  check({ content: { hash: 'sha256:1', addresses: new Map([['routing', '/routing/']]) } }, /^warn kg\.json belongs to different content: only 1 of its 3 sections are here \| .*--kg-path/)
})

test('checkGraph() finds a graph that was built under another base', () => {
  const addresses = addressesOf(GRAPH.sections.map(({ id, url }) => ({ id, url: `/docs${url}` })))
  const finding = /^warn kg\.json: 3 sections, built by rules, with other addresses than the content: \/routing\/ instead of \/docs\/routing\/ \| Run `ask kg build` with the `--base`/
  check({ content: { ...CONTENT, addresses } }, finding)
  check({ content: { hash: 'sha256:1', addresses } }, finding)
})

test('checkGraph() says what a site without a graph lacks', () => {
  check({ graph: null }, /^warn There is no kg\.json: .*\| Run `ask kg build`/)
  check({ graph: null, content: null }, /^warn There is no kg\.json/)
})

test('checkBrokenGraph() gives advice once', () => {
  const problems: readonly [string, string, RegExp][] = [
    ['kg.json: version must be 3, found 2; run `ask kg build`', 'kg.json: version must be 3, found 2', /^Nothing is lost: build it again/],
    ['kg.json: version must be 3, found 4; update ask', 'kg.json: version must be 3, found 4', /^A newer ask wrote it: update ask, or build it again/],
    ['kg.json: can\'t be read (EACCES)', 'kg.json: can\'t be read (EACCES)', /^Nothing is lost: build it again/],
  ]
  for (const [problem, message, remedy] of problems) {
    const found = checkBrokenGraph(problem)
    assert.deepEqual([found.status, found.message], ['fail', message])
    assert.match(found.remedy!, remedy)
  }
})
