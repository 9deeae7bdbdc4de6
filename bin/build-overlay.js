// src -> the modules that pages load, each with all that it needs: dist/overlay.js, or the file that is named; beside
// it the overlay's texts in other languages, and the two modules that search a static index: `search.js` for all
// languages, and `search-en.js`, which is smaller, for English alone.
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from './esbuild.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Puts a smaller module in the place of those for other languages than English. */
const english = {
  name: 'english',
  setup({ onResolve }) {
    const path = at('../src/addons/static/page/english.ts')
    onResolve({ filter: /\/(?:fold-script|linked-words|other-languages)\.ts$/ }, () => ({ path }))
  },
}

/** A line that names a number or a text, but the name with `#`, which `ask static` fills in. */
const CONSTANT = /^const ([A-Z_]+) = ([\d_.]+|'[^'#\n]*')$/gm

/** Minifies what the compiler leaves as it is: constants of modules that import, and the style sheet, which is a text. */
const small = {
  name: 'small',
  setup({ onLoad }) {
    onLoad({ filter: /addons\/overlay\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const values = new Map(Array.from(source.matchAll(CONSTANT), ([, name, value]) => [name, value]))
      const text = source.replace(CONSTANT, '').replace(/\b[A-Z_]+\b/g, (name) => values.get(name) ?? name)
      return { contents: path.endsWith('dom/style.ts') ? await minifyStyle(text) : text, loader: 'ts' }
    })
  },
}

async function minifyStyle(source) {
  const [start, text, end] = source.split('`')
  const { code } = await transform(text, { loader: 'css', minify: true, charset: 'utf8' })
  // The compiler leaves variables as they are: their values, and the names of those that pages don't set.
  return [start, code.replace(/([:,]) /g, '$1').replace(/--(?!ask-)(\w)\w+/g, '--$1'), end].join('`')
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
const search = at('../src/addons/static/read/reply.ts')

// Languages are imported when a page needs them, so they are modules of their own.
await build({
  ...options,
  entryPoints: [{ in: at('../src/addons/overlay/overlay.ts'), out: basename(outfile, '.js') }],
  plugins: [small],
  splitting: true,
  chunkNames: 'overlay/[name]',
})
await build({ ...options, entryPoints: [{ in: search, out: 'search' }] })
await build({ ...options, entryPoints: [{ in: search, out: 'search-en' }], plugins: [english] })
