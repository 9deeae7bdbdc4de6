/**
 * Our sources -> one plain module, so that what is measured is what would ship: loaders that translate on the fly
 * add helpers to every function.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const CACHE = fileURLToPath(new URL('.cache/', import.meta.url))

/** The sources of this checkout. */
export const OUR_SOURCE = fileURLToPath(new URL('../../src/index.ts', import.meta.url))

/**
 * Path of a module with all that `source` exports, and with the search below its searcher, which gives hits without
 * snippets. It exists while this process runs. Rejects when it can't be built.
 */
export async function bundleOurs(source) {
  mkdirSync(CACHE, { recursive: true })
  const outfile = join(CACHE, `ask-${process.pid}.mjs`)
  process.on('exit', () => rmSync(outfile, { force: true }))
  await build({
    stdin: { contents: entryOf(basename(source)), resolveDir: dirname(resolve(source)) },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    logLevel: 'silent',
  })
  return outfile
}

function entryOf(file) {
  return `
    export * from './${file}'
    export { columnsOf } from './core/search/index/inverted-index.ts'
    export { openIndex } from './core/search/rank/index-reader.ts'
    export { resolveQuery, search } from './core/search/rank/search.ts'
  `
}
