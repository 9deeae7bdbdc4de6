/** The files of variables that Vite and Cloudflare read for a build, and `ask` does not -> those that set one. */
import { join } from 'node:path'
import { readConfigFile } from '../../../core/node.ts'

/** The last one is Cloudflare's. */
const FILES = ['.env', '.env.local', '.env.production', '.env.production.local', '.dev.vars']

/** Paths of the files in a folder that give a variable a value. The value is not kept. */
export async function findEnvFiles(folder: string, variable: string): Promise<string[]> {
  const setsIt = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${variable}[ \\t]*=[ \\t]*["']?[^\\s"'#]`, 'm')
  const files = await Promise.all(FILES.map((name) => readConfigFile(folder, [name])))
  return files.flatMap((file) => (file !== null && setsIt.test(file.text) ? [join(folder, file.path)] : []))
}
