// src/overlay -> one module without imports, script and style together: dist/overlay.js, or the file that is named;
// its texts in other languages, in the folder beside it, and the modules that search a static index.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSearch } from './build-search.js'
import { bundle } from './bundle.js'
import { build, transform } from './esbuild.js'
import { OVERLAY_NAMES } from './own-names.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Style sheets stand in template strings, which a minifier leaves alone. */
const minifyStyle = {
  name: 'minify-style',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]overlay[\\/]dom[\\/]style\.ts$/ }, async ({ path }) => {
      const [before, style, after] = readFileSync(path, 'utf8').split('`')
      const options = { loader: 'css', minify: true, charset: 'utf8', target: 'chrome123' }
      const { code } = await transform(style, options)
      // Variables of its own, unlike those that pages set, need one letter alone.
      const named = code.trim().replace(/--(?!ask-|screen)([a-z])[a-z]+/g, '--$1')
      const short = named.replace(/--[a-z]: |, /g, (found) => found.trim())
      return { contents: before + JSON.stringify(short) + after, loader: 'ts' }
    })
  },
}

/** Languages are files in the folder beside it, which pages load when they need them. */
const languageFiles = {
  name: 'language-files',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/text\/..\.ts$/ }, ({ path }) => ({
      path: path.replace('text', 'overlay').replace('.ts', '.js'),
      external: true,
    }))
  },
}

const outfile = process.argv[2] ?? at('../dist/overlay.js')
await bundle(at('../src/overlay/overlay.ts'), outfile, { ownNames: OVERLAY_NAMES, plugins: [minifyStyle, languageFiles] })
await build({
  entryPoints: ['de', 'es', 'fr', 'ja', 'pt', 'zh'].map((name) => at(`../src/overlay/text/${name}.ts`)),
  outdir: join(dirname(outfile), 'overlay'),
  format: 'esm',
  charset: 'utf8',
})
await buildSearch(dirname(outfile))
