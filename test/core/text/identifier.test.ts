import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClassTable } from '../../../src/core/text/character.ts'
import { splitIdentifier } from '../../../src/core/text/identifier.ts'
import { rulesOf } from '../../support/rules.ts'

const table = createClassTable()

/** Single words in order, then `|`, then wholes. */
function check(compound: string, expected: string) {
  const names = splitIdentifier(compound, table)
  const texts = (isWhole: boolean) => names.filter((name) => name.isWhole === isWhole).map(({ text }) => text)
  assert.equal([...texts(false), '|', ...texts(true)].join(' '), expected)
}

for (const [name, run] of rulesOf('splitIdentifier()', check, [
  ['cuts at the humps of camel case',
    ['createServer', 'create Server | createServer'], ['getStaticPaths', 'get Static Paths | getStaticPaths'],
    ['HTMLElement', 'HTML Element | HTMLElement'], ['S3Bucket', 'S 3 Bucket | S3 S3Bucket'],
    ['useÉtat', 'use État | useÉtat'], ['e\u0301Xx', 'e\u0301 Xx | e\u0301Xx']],
  ['leaves plurals and codes of capitals whole', ['URLs', 'URLs |'], ['E2E', 'E2E |']],
  ['cuts before the version of capitals',
    ['TLSv1.3', 'TLS v 1 3 | v1 TLSv1 TLSv1.3'], ['IPv6', 'IP v 6 | v6 IPv6'],
    ['fileURLToPath', 'file URL To Path | fileURLToPath']],
  ['cuts at the one seam between letters and digits',
    ['HTTP2', 'HTTP 2 | HTTP2'], ['10GB', '10 GB | 10GB'], ['i18n', 'i18n |'], ['3f2a9c', '3f2a9c |'],
    ['v2\u0301', 'v 2\u0301 | v2\u0301']],
  ['joins groups of digits',
    ['1,048,576', '1 048 576 | 1048576'], ['12,34,567', '12 34 567 | 1234567'],
    ['1.048.576', '1 048 576 | 1048576'], ['1,048,576.5', '1 048 576 5 | 1048576 1048576.5']],
  ['joins no groups of a version or an address',
    ['1.100', '1 100 | 1.100'], ['v1.100', 'v 1 100 | v1 1.100'], ['v1.100.200', 'v 1 100 200 | v1 1.100.200'],
    ['0.100.200', '0 100 200 | 0.100.200'], ['192.168.100.200', '192 168 100 200 | 192.168.100.200']],
  ['takes hyphens and underscores out of wholes',
    ['woocommerce_init', 'woocommerce init | woocommerceinit'], ['E_CONN_42', 'E CONN 42 | ECONN42'],
    ['server-side', 'server side | serverside'], ['set\u2011up', 'set up | setup']],
  ['gives a name with and without its sigil',
    ['--no-emit', 'no emit | noemit --noemit'], ['--host', 'host | --host'], ['.env', 'env | .env'],
    ['__dirname', 'dirname | __dirname'], ['C++', 'C | C++'], ['C#', 'C | C#']],
  ['cuts a capital behind an apostrophe', ["O'Reilly", "O' Reilly | O'Reilly"]],
  ['cuts at connectors and keeps the names in between',
    ['http.createServer', 'http create Server | createServer http.createServer'],
    ['fs.promises.readFile', 'fs promises read File | readFile fs.promises.readFile'],
    ['astro:content', 'astro content | astro:content'], ['v1.2.3', 'v 1 2 3 | v1 1.2.3']],
  ['gives sigils to the segments of a path',
    ['@astrojs/node', 'astrojs node | @astrojs astrojs/node @astrojs/node'],
    ['src/.env.local', 'src env local | env.local .env.local src/.env.local']],
])) test(name, run)

test('splitIdentifier() gives offsets and positions', () => {
  assert.deepEqual(splitIdentifier('--my-app', table), [
    { text: 'my', start: 2, end: 4, position: 0, isWhole: false },
    { text: 'app', start: 5, end: 8, position: 1, isWhole: false },
    { text: 'myapp', start: 2, end: 8, position: 0, isWhole: true },
    { text: '--myapp', start: 0, end: 8, position: 0, isWhole: true },
  ])
})

test('splitIdentifier() splits a line of code as long as a page', () => {
  const groups = 130_000
  const names = splitIdentifier('aB.'.repeat(groups), table)
  assert.equal(names.filter(({ text }) => text === 'aB').length, groups)
})
