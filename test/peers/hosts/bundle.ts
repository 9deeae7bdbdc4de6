/** The packed package's main export -> one module, as a bundler for an edge host makes it. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface Bundle {
  readonly code: Uint8Array
  /** Modules that are left to the host: an edge host has none of Node's. */
  readonly external: readonly string[]
}

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Bundles `source`, a module's text that stands in `folder`, here or below; the package is found as an installed one. */
export async function bundle(source: string, platform: 'neutral' | 'browser', folder = HERE): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    target: 'es2023',
    // Left in, so that they are seen.
    external: ['node:*'],
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const external = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  return { code: outputFiles[0]!.contents, external }
}
