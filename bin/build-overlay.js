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

/** Minifies the style sheet, which is a text to the compiler. */
const style = {
  name: 'style',
  setup({ onLoad }) {
    onLoad({ filter: /overlay\/dom\/style\.ts$/ }, async ({ path }) => {
      const [start, text, end] = (await readFile(path, 'utf8')).split('`')
      const { code } = await transform(text, { loader: 'css', minify: true, charset: 'utf8' })
      // The compiler leaves the values of variables as they are.
      return { contents: [start, code.replace(/([:,]) /g, '$1'), end].join('`'), loader: 'ts' }
    })
  },
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
  plugins: [style],
  splitting: true,
  chunkNames: 'overlay/[name]',
})
await build({ ...options, entryPoints: [{ in: search, out: 'search' }] })
await build({ ...options, entryPoints: [{ in: search, out: 'search-en' }], plugins: [english] })
