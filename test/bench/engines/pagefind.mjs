/**
 * Pagefind: indexed by its own binary from one small HTML page a section (title as h1, heading as h2, so that its
 * weights for headings count), searched by the very files it writes for browsers, read from disk. The id of a hit
 * is only in the fragment behind it, so loading the first k fragments is part of a search. Its answers depend on
 * the parts of the index that earlier queries made it load.
 */
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { close, createIndex } from 'pagefind'

/** Sections sent to the binary before their answers are awaited. */
const IN_FLIGHT = 256
/** The files a search needs, without the fragments, which hold the text of the pages. */
const INDEX_FILE = /^(?:pagefind\.js|pagefind-entry\.json|wasm\.en\.pagefind|.*\.pf_meta|index\/.*)$/
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function createEngine() {
  let pagefind

  async function load(folder) {
    globalThis.fetch = fetchFile
    pagefind = await import(pathToFileURL(join(folder, 'pagefind.js')).href)
    await pagefind.init()
    await pagefind.filters()
  }

  return {
    buildsElsewhere: true,
    async build(docs, folder) {
      const { index, errors } = await createIndex({ forceLanguage: 'en' })
      if (errors.length > 0) throw new Error(errors.join('\n'))
      for (let start = 0; start < docs.length; start += IN_FLIGHT) {
        const some = docs.slice(start, start + IN_FLIGHT)
        await Promise.all(some.map((doc) => index.addHTMLFile({ url: doc.id, content: formatPage(doc) })))
      }
      await index.writeFiles({ outputPath: folder })
      await close()
      await load(folder)
    },
    async search(query, k) {
      const { results } = await pagefind.search(query)
      const fragments = await Promise.all(results.slice(0, k).map((result) => result.data()))
      return fragments.map((fragment) => fragment.raw_url)
    },
    save(folder) {
      const files = readdirSync(folder, { recursive: true }).filter((file) => INDEX_FILE.test(file))
      return files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0)
    },
    load,
  }
}

function formatPage({ title, heading, body }) {
  const content = `<h1>${escape(title)}</h1><h2>${escape(heading)}</h2><p>${escape(body)}</p>`
  return `<html lang="en"><body>${content}</body></html>`
}

function escape(text) {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char])
}

/** What the browser's side calls for its files. */
async function fetchFile(address) {
  return new Response(await readFile(fileURLToPath(String(address).replace(/\?.*$/, ''))))
}
