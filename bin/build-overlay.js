// src -> the modules that pages load, each with all that it needs: dist/overlay.js, or the file that is named; beside
// it the overlay's texts in other languages, and the two modules that search a static index: `search.js` for all
// languages, and `search-en.js`, which is smaller, for English alone.
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './esbuild.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Modules for pages have no large index to search: these are replaced by smaller ones that give the same. */
const FOR_SERVERS = /\/(?:near-words|bloom-filter|word-table)\.ts$/
const OTHER_LANGUAGES = /\/(?:french|german|korean|portuguese|russian|spanish|stop-words-other)\.ts$/

/** Puts modules of `src/static/page` in the place of others; `nameOf` gives the name of their file. */
function replaceModules(filter, nameOf) {
  return {
    name: `replace ${filter}`,
    setup({ onResolve }) {
      onResolve({ filter }, ({ path }) => ({ path: at(`../src/static/page/${nameOf(path)}`) }))
    },
  }
}

const outfile = process.argv[2] ?? at('../dist/overlay.js')
const options = {
  outdir: dirname(outfile),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
}
const smaller = replaceModules(FOR_SERVERS, (path) => basename(path))
const englishOnly = replaceModules(OTHER_LANGUAGES, () => 'english.ts')
const search = at('../src/static/read/reply.ts')

// Languages are imported when a page needs them, so they are modules of their own.
await build({
  ...options,
  entryPoints: [{ in: at('../src/overlay/overlay.ts'), out: basename(outfile, '.js') }],
  splitting: true,
  chunkNames: 'overlay/[name]',
})
await build({ ...options, entryPoints: [{ in: search, out: 'search' }], plugins: [smaller] })
await build({ ...options, entryPoints: [{ in: search, out: 'search-en' }], plugins: [smaller, englishOnly] })
