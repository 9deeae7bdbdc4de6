import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClassTable } from '../../../src/core/text/char-class.ts'
import { splitIdentifier } from '../../../src/core/text/identifier.ts'

const table = createClassTable()

/** Single words in order, then `|`, then wholes. */
function check(compound: string, expected: string) {
  const names = splitIdentifier(compound, table)
  const texts = (isWhole: boolean) => names.filter((name) => name.isWhole === isWhole).map(({ text }) => text)
  assert.equal([...texts(false), '|', ...texts(true)].join(' '), expected)
}

test('splitIdentifier() cuts at the humps of camel case', () => {
  check('createServer', 'create Server | createServer')
  check('getStaticPaths', 'get Static Paths | getStaticPaths')
  check('HTMLElement', 'HTML Element | HTMLElement')
  check('S3Bucket', 'S 3 Bucket | S3 S3Bucket')
  check('useÉtat', 'use État | useÉtat')
  check('e\u0301Xx', 'e\u0301 Xx | e\u0301Xx')
})

test('splitIdentifier() leaves plurals and codes of capitals whole', () => {
  check('URLs', 'URLs |')
  check('E2E', 'E2E |')
})

test('splitIdentifier() cuts at the one seam between letters and digits', () => {
  check('HTTP2', 'HTTP 2 | HTTP2')
  check('10GB', '10 GB | 10GB')
  check('i18n', 'i18n |')
  check('3f2a9c', '3f2a9c |')
})

test('splitIdentifier() joins groups of digits', () => {
  check('1,048,576', '1 048 576 | 1048576')
  check('12,34,567', '12 34 567 | 1234567')
  check('1.048.576', '1 048 576 | 1048576')
  check('1,048,576.5', '1 048 576 5 | 1048576 1048576.5')
})

test('splitIdentifier() joins no groups of a version or an address', () => {
  check('1.100', '1 100 | 1.100')
  check('v1.100', 'v 1 100 | v1 1.100')
  check('v1.100.200', 'v 1 100 200 | v1 1.100.200')
  check('0.100.200', '0 100 200 | 0.100.200')
  check('192.168.100.200', '192 168 100 200 | 192.168.100.200')
})

test('splitIdentifier() cuts at connectors and keeps the names in between', () => {
  check('http.createServer', 'http create Server | createServer http.createServer')
  check('fs.promises.readFile', 'fs promises read File | readFile fs.promises.readFile')
  check('astro:content', 'astro content | astro:content')
  check('v1.2.3', 'v 1 2 3 | v1 1.2.3')
})

test('splitIdentifier() takes hyphens and underscores out of wholes', () => {
  check('woocommerce_init', 'woocommerce init | woocommerceinit')
  check('E_CONN_42', 'E CONN 42 | ECONN42')
  check('server-side', 'server side | serverside')
  check('set\u2011up', 'set up | setup')
})

test('splitIdentifier() gives a name with and without its sigil', () => {
  check('--no-emit', 'no emit | noemit --noemit')
  check('--host', 'host | --host')
  check('.env', 'env | .env')
  check('__dirname', 'dirname | __dirname')
  check('C++', 'C | C++')
  check('C#', 'C | C#')
})

test('splitIdentifier() gives sigils to the segments of a path', () => {
  check('@astrojs/node', 'astrojs node | @astrojs astrojs/node @astrojs/node')
  check('src/.env.local', 'src env local | env.local .env.local src/.env.local')
})

test('splitIdentifier() cuts a capital behind an apostrophe', () => {
  check("O'Reilly", "O' Reilly | O'Reilly")
})

test('splitIdentifier() gives offsets and positions', () => {
  assert.deepEqual(splitIdentifier('--my-app', table), [
    { text: 'my', start: 2, end: 4, position: 0, isWhole: false },
    { text: 'app', start: 5, end: 8, position: 1, isWhole: false },
    { text: 'myapp', start: 2, end: 8, position: 0, isWhole: true },
    { text: '--myapp', start: 0, end: 8, position: 0, isWhole: true },
  ])
})
