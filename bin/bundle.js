// A module with all that it imports -> one small file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from './esbuild.js'
import { minify } from './minify.js'

/** Writes the bundle of a module. `ownNames` are properties that no other program reads: they get short names. */
export async function bundle(entry, outfile, { ownNames, plugins }) {
  const { outputFiles: [file] } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minifySyntax: true,
    minifyWhitespace: true,
    mangleProps: new RegExp(`^(?:${ownNames.join('|')})$`),
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins,
  })
  mkdirSync(dirname(outfile), { recursive: true })
  writeFileSync(outfile, await minify(file.text))
}
