/** What readers load: one module, its weight, and that it can be had without a build. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { STRINGS as GERMAN } from '../../src/overlay/text/de.ts'
import { STRINGS as SPANISH } from '../../src/overlay/text/es.ts'
import { STRINGS as FRENCH } from '../../src/overlay/text/fr.ts'
import { STRINGS as JAPANESE } from '../../src/overlay/text/ja.ts'
import { STRINGS as PORTUGUESE } from '../../src/overlay/text/pt.ts'
import { ENGLISH } from '../../src/overlay/text/strings.ts'
import { STRINGS as CHINESE } from '../../src/overlay/text/zh.ts'
import { readOverlay } from '../../src/node/server/overlay-file.ts'

/** Bytes, with gzip's best compression. */
const MAX_WEIGHT = 16_120

const folder = mkdtempSync(join(tmpdir(), 'ask-overlay-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a module in a Node of its own, where there is no page: it must load and do nothing. */
function load(file: string, text: string): string {
  writeFileSync(join(folder, file), text)
  return execFileSync(process.execPath, [join(folder, file)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Imports but of languages and of the search in a static index, markup, and code made of text have no place in what is loaded. */
function check(text: string) {
  assert.doesNotMatch(text, /\bimport\s*[*{'"]|\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|\beval\b|new Function|document\.write/)
  assert.match(text, /ask-overlay/)
}

test('the built overlay is one module within its weight', () => {
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

test('the texts of every language are complete', () => {
  for (const texts of [GERMAN, SPANISH, FRENCH, JAPANESE, PORTUGUESE, CHINESE]) {
    assert.deepEqual(Object.keys(texts), Object.keys(ENGLISH))
    for (const [name, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', name)
      assert.equal(text.includes('{}'), name === 'limited', name)
    }
  }
})
