// A module with all that it imports -> one small file. Made by the esbuild that tsx brings along, and by `minify`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { minify } from './minify.js'

export const esbuild = createRequire(createRequire(import.meta.url).resolve('tsx'))('esbuild')

/** Writes the bundle of a module. `ownNames` are properties that no other program reads: they get short names. */
export async function bundle(entry, outfile, { ownNames, plugins }) {
  const { outputFiles: [file] } = await esbuild.build({
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
