// src/static/read/reply.ts -> the modules that search a static index in the page: `search.js` for all languages, and
// `search-en.js`, which is smaller, for English alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.js'
import { SEARCH_NAMES } from './own-names.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Modules that are made for the speed of a server -> smaller ones, which give the same. */
const SMALLER = {
  'search/query/near-words.ts': 'near-words.ts',
  'search/strings/bloom-filter.ts': 'bloom-filter.ts',
  'text/word-table.ts': 'word-table.ts',
}
const ENGLISH = Object.fromEntries([
  ...['french', 'german', 'korean', 'portuguese', 'russian', 'spanish'].map((name) => [`text/stem/${name}.ts`, 'english.ts']),
  ['text/stop-words-other.ts', 'english.ts'],
])

/** Puts the content of other modules in place of some. */
function replaceModules(replacements) {
  return {
    name: 'replace-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const replacement = replacements[path.replaceAll('\\', '/').split('/src/').at(-1)]
        if (replacement === undefined) return undefined
        const file = at(`../src/static/page/${replacement}`)
        return { contents: readFileSync(file), resolveDir: at('../src/static/page'), loader: 'ts' }
      })
    },
  }
}

/** Writes both modules into a folder. */
export async function buildSearch(outdir) {
  const modules = { search: SMALLER, 'search-en': { ...SMALLER, ...ENGLISH } }
  for (const [name, replacements] of Object.entries(modules)) {
    const plugins = [replaceModules(replacements)]
    await bundle(at('../src/static/read/reply.ts'), join(outdir, `${name}.js`), { ownNames: SEARCH_NAMES, plugins })
  }
}
