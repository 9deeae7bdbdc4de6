/**
 * The program as it is published: compiled, so that it starts in a third of the time that its sources need. In a vendored copy,
 * which has no compiler, it is the sources.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from './site.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

let program: Promise<string> | null = null

/** Path of `bin/ask.js`, one for all tests of a process. */
export function compiledProgram(): Promise<string> {
  return (program ??= compile())
}

/** The types are checked elsewhere. */
async function compile(): Promise<string> {
  if (!existsSync(COMPILER)) return join(ROOT, 'bin/ask.js')
  const folder = await temporaryFolder()
  for (const path of ['bin', 'package.json', 'openapi.yaml']) await cp(join(ROOT, path), join(folder, path), { recursive: true })
  const options = ['-p', join(ROOT, 'tsconfig.build.json'), '--noCheck', '--declaration', 'false', '--outDir', join(folder, 'dist')]
  await promisify(execFile)(process.execPath, [COMPILER, ...options])
  return join(folder, 'bin/ask.js')
}
