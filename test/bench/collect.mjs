/**
 * Folders of Markdown -> one large collection of real sections: `node --import tsx collect.mjs OUT FOLDER...`.
 *
 *   OUT.docs.jsonl      the first `SECTIONS` of all folders, each page under the name of its folder
 *   OUT.queries.jsonl   `QUERIES` texts of their links, a third as they are, a third with a typo, a third half typed
 *
 * The same folders give the same files. Nothing of them is kept in the repository; measurements.md has the folders.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chunkPages } from '../../src/core/content/chunk.ts'
import { readFolder } from '../../src/core/node/content/content-folder.ts'
import { createRandom } from './random.mjs'

const SEED = 16
const SECTIONS = 100_000
const QUERIES = 1_500
/** Links to a page of the same site, whose texts are two to six words. */
const LINK = /(?<!!)\[([^\][\n]{6,60})\]\((?![a-z]+:)[^)\s]+\)/g
const WORDS = { least: 2, most: 6 }

const [out, ...folders] = process.argv.slice(2)
if (folders.length === 0) throw new Error('usage: node --import tsx collect.mjs OUT FOLDER...')

const lines = []
const texts = new Set()
for (const [number, folder] of folders.entries()) {
  const name = `${number}-${basename(folder)}`
  const { pages } = await readFolder(folder)
  for (const { id, page, title, heading, parents, text, code, lang } of chunkPages(pages)) {
    lines.push(JSON.stringify({ id: name + id, page: name + page, title, heading: heading ?? '', parents, body: text, code, lang }))
  }
  for (const path of (await readdir(folder, { recursive: true })).filter((one) => /\.mdx?$/.test(one)).sort()) {
    for (const [, text] of (await readFile(join(folder, path), 'utf8')).matchAll(LINK)) texts.add(plain(text))
  }
  console.error(`${folder}: ${pages.length} pages, ${lines.length} sections so far`)
}
await writeFile(`${out}.docs.jsonl`, `${lines.slice(0, SECTIONS).join('\n')}\n`)
await writeFile(`${out}.queries.jsonl`, `${chooseQueries([...texts]).map((text) => JSON.stringify({ text })).join('\n')}\n`)

/** A link's text without the marks of emphasis and code. */
function plain(text) {
  return text.replaceAll(/[*`_\\]/g, '').replaceAll(/\s+/g, ' ').trim()
}

function chooseQueries(all) {
  const next = createRandom(SEED)
  const below = (end) => Math.floor(next() * end)
  const suitable = all.filter((text) => {
    const count = text.split(' ').length
    return count >= WORDS.least && count <= WORDS.most
  })
  return Array.from({ length: Math.min(QUERIES, suitable.length) }, (_, number) => {
    const [text] = suitable.splice(below(suitable.length), 1)
    if (number % 3 === 1) return withTypo(text, below)
    return number % 3 === 2 ? text.slice(0, -1 - below(3)).trim() : text
  })
}

/** Two neighboring letters exchanged, or one left out, in the longest word. */
function withTypo(text, below) {
  const longest = text.split(' ').reduce((a, b) => (b.length > a.length ? b : a))
  const at = 1 + below(Math.max(1, longest.length - 2))
  const end = below(2) === 0 ? (longest[at + 1] ?? '') + longest[at] + longest.slice(at + 2) : longest.slice(at + 1)
  return text.replace(longest, longest.slice(0, at) + end)
}
