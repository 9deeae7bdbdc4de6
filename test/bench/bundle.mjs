/**
 * Our sources -> one plain module, so that what is measured is what would ship: loaders that translate on the fly
 * add helpers to every function.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const CACHE = fileURLToPath(new URL('.cache/', import.meta.url))

/** The sources of this checkout. */
export const OUR_SOURCE = fileURLToPath(new URL('../../src/index.ts', import.meta.url))

/** Path of a module with all that `source` exports, there while this process is. Rejects where it can't be built. */
export async function bundleOurs(source) {
  mkdirSync(CACHE, { recursive: true })
  const outfile = join(CACHE, `ask-${process.pid}.mjs`)
  process.on('exit', () => rmSync(outfile, { force: true }))
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    logLevel: 'silent',
  })
  return outfile
}
