import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markWords } from '../../../../src/addons/overlay/view/marks.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Checks a text with its marked parts in ‹›. */
function check(text: string, query: string, expected: string) {
  const parts = markWords(text, query, 'how the what')
  assert.equal(parts.map((part, i) => (i % 2 === 1 ? `‹${part}›` : part)).join(''), expected)
  assert.equal(parts.join(''), text)
}

for (const [name, run] of rulesOf('markWords()', check, [
  ['marks the words that begin like a word of the query',
    ['The route and its routes', 'route', 'The ‹route› and its ‹routes›'],
    ['Routing of requests', 'rou req', '‹Routing› of ‹requests›'], ['an enroute word', 'route', 'an enroute word'],
    ['nothing here', 'absent', 'nothing here']],
  ['looks past endings, and into identifiers',
    ['Deploy it, deploying, deployed', 'deploying', '‹Deploy› it, ‹deploying›, ‹deployed›'],
    ['Install, configure, deploy', 'installation configuration deployment', '‹Install›, ‹configure›, ‹deploy›'],
    ['Upgrading validates, stating', 'upgrade validate state', '‹Upgrading› ‹validates›, stating'],
    ['getStaticPaths()', 'static', 'get‹Static›Paths()'], ['--kg-path', 'path', '--kg-‹path›'],
    ['a folder of a site', 'how do I serve a folder', 'a ‹folder› of a site'],
    ['use server islands', 'server', 'use ‹server› islands']],
  ['reads any script, and takes no query as an expression',
    ['服务器渲染', '渲染', '服务器‹渲染›'], ['Größe', 'größe', '‹Größe›'], ['a.b (c) [d]', '.* ( [', 'a.b (c) [d]'],
    ['text', '', 'text'], ['', 'x', ''], ['serverless server', 'server serverless', '‹serverless› ‹server›']],
  ['marks whole words, up to a word inside an identifier',
    ['Configurations', 'config', '‹Configurations›'], ['getStaticPaths()', 'stat', 'get‹Static›Paths()'],
    ['e\u0301te\u0301s, v10.2', 'e\u0301t v10', '‹e\u0301te\u0301s›, ‹v10›.2'],
    ['strings, structures and states', 'string', '‹strings›, structures and states'],
    ['The state is static', 'state', 'The ‹state› is static'], ['渲染器', '渲染 渲', '‹渲染›器']],
  ['marks function words and short words only where the query has nothing else',
    ['How the router works', 'how the router', 'How the ‹router› works'], ['How to be', 'how to', '‹How› ‹to› be'],
    ['The use of the CI', 'the ci', '‹The› use of ‹the› ‹CI›']],
])) test(name, run)
