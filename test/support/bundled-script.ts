/** Scripts that tests start as processes: one file of JavaScript with all that they import starts in a fifth of the time. */
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './site.ts'

const ESBUILD = new URL('../../bin/esbuild.js', import.meta.url).href

/** Bundles a module of `test/support`; gives the path of the file, which any Node runs. */
export async function bundledScript(name: string): Promise<string> {
  const { build }: { readonly build: (options: object) => Promise<unknown> } = await import(ESBUILD)
  const outfile = join(await temporaryFolder(), `${basename(name, '.ts')}.mjs`)
  const entry = fileURLToPath(new URL(name, import.meta.url))
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' })
  return outfile
}
