import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markWords } from '../../../../src/addons/overlay/view/marks.ts'

/** Checks a text with its marked parts in ‹›. */
function check(text: string, query: string, expected: string) {
  const parts = markWords(text, query, 'how the what')
  assert.equal(parts.map((part, i) => (i % 2 === 1 ? `‹${part}›` : part)).join(''), expected)
  assert.equal(parts.join(''), text)
}

test('markWords() marks the words that begin like a word of the query', () => {
  check('The route and its routes', 'route', 'The ‹route› and its ‹routes›')
  check('Routing of requests', 'rou req', '‹Routing› of ‹requests›')
  check('an enroute word', 'route', 'an enroute word')
  check('nothing here', 'absent', 'nothing here')
})

test('markWords() looks past endings, and into identifiers', () => {
  check('Deploy it, deploying, deployed', 'deploying', '‹Deploy› it, ‹deploying›, ‹deployed›')
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

test('markWords() marks whole words, up to a word inside an identifier', () => {
  check('Configurations', 'config', '‹Configurations›')
  check('getStaticPaths()', 'stat', 'get‹Static›Paths()')
  check('e\u0301te\u0301s, v10.2', 'e\u0301t v10', '‹e\u0301te\u0301s›, ‹v10›.2')
  check('strings, structures and states', 'string', '‹strings›, structures and states')
  check('The state is static', 'state', 'The ‹state› is static')
  check('渲染器', '渲染 渲', '‹渲染›器')
})

test('markWords() marks function words and short words only where the query has nothing else', () => {
  check('How the router works', 'how the router', 'How the ‹router› works')
  check('How to be', 'how to', '‹How› ‹to› be')
  check('The use of the CI', 'the ci', '‹The› use of ‹the› ‹CI›')
})
