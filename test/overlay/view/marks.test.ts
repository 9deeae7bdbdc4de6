import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markWords } from '../../../src/overlay/view/marks.ts'

/** Checks a text with its marked parts in ‹›. */
function check(text: string, query: string, expected: string) {
  const parts = markWords(text, query)
  assert.equal(parts.map((part) => (part.isMarked ? `‹${part.text}›` : part.text)).join(''), expected)
  assert.equal(parts.map((part) => part.text).join(''), text)
}

test('markWords() marks what begins as a word of the query does', () => {
  check('The route and its routes', 'route', 'The ‹route› and its ‹route›s')
  check('Routing of requests', 'rou req', '‹Rou›ting of ‹req›uests')
  check('an enroute word', 'route', 'an enroute word')
  check('nothing here', 'absent', 'nothing here')
})

test('markWords() looks past endings, and into identifiers', () => {
  check('Deploy it, deploying, deployed', 'deploying', '‹Deploy› it, ‹deploying›, ‹deploy›ed')
  check('getStaticPaths()', 'static', 'get‹Static›Paths()')
  check('--kg-path', 'path', '--kg-‹path›')
  check('a folder of a site', 'how do I serve a folder', 'a ‹folder› of a site')
  check('use server islands', 'server', 'use ‹server› islands')
})

test('markWords() reads any script, and takes no query as an expression', () => {
  check('服务器渲染', '渲染', '服务器‹渲染›')
  check('Größe', 'größe', '‹Größe›')
  check('a.b (c) [d]', '.* ( [', 'a.b (c) [d]')
  check('text', '', 'text')
  check('', 'x', '')
  check('serverless server', 'server serverless', '‹serverless› ‹server›')
})
