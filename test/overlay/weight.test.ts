/** What readers load: one module, its weight, and that it can be had without a build. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { GERMAN } from '../../src/overlay/text/german.ts'
import { ENGLISH } from '../../src/overlay/text/strings.ts'
import { readOverlay } from '../../src/node/server/overlay-file.ts'

/** Bytes, with gzip's best compression. */
const MAX_WEIGHT = 12_500

const folder = mkdtempSync(join(tmpdir(), 'ask-overlay-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a module in a Node of its own, where there is no page: it must load and do nothing. */
function load(file: string, text: string): string {
  writeFileSync(join(folder, file), text)
  return execFileSync(process.execPath, [join(folder, file)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Imports but of the search in a static index, markup, and code made of text have no place in what is loaded. */
function check(text: string) {
  assert.doesNotMatch(text, /\bimport\s*[*{\'"]|\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|\beval\b|new Function|document\.write/)
  assert.match(text, /ask-overlay/)
}

test('the built overlay is one module of at most 12.5 kB', () => {
  const file = join(folder, 'overlay.mjs')
  execFileSync(process.execPath, [fileURLToPath(new URL('../../bin/build-overlay.js', import.meta.url)), file])
  const text = readFileSync(file, 'utf8')
  const weight = gzipSync(text, { level: 9 }).length
  assert.ok(weight <= MAX_WEIGHT, `${weight} bytes`)
  check(text)
  // Names that pages use must not be shortened.
  for (const name of Object.keys(ENGLISH)) assert.ok(text.includes(`${name}:`), name)
  assert.equal(load('built.mjs', text), '')
})

test('readOverlay() gives a whole module', async () => {
  const text = (await readOverlay()) ?? ''
  check(text)
  assert.equal(load('read.mjs', text), '')
})

test('the texts in German are complete', () => {
  assert.deepEqual(Object.keys(GERMAN), Object.keys(ENGLISH))
  for (const [name, text] of Object.entries(GERMAN)) assert.notEqual(text.trim(), '', name)
})
