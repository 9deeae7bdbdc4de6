/**
 * The API keys that are set while a site is built. They are not written into the build (`import.meta.env` would do
 * that), so the site needs them where it runs.
 */
import { readFile } from 'node:fs/promises'
import type { Environment } from '../../core/environment.ts'

const KEYS = ['LLM_API_KEY', 'ANALYTICS_KEY', 'ANALYTICS_API_KEY']
/** Files of variables that Vite reads for a build; the last one is Cloudflare's. */
const FILES = ['.env', '.env.local', '.env.production', '.env.production.local', '.dev.vars']

/** Names of the keys that are set in the environment of a build or in its files of variables. */
export async function findBuildKeys(root: URL, env: Environment): Promise<string[]> {
  const texts = await Promise.all(FILES.map((name) => readFile(new URL(name, root), 'utf8').catch(() => '')))
  const lines = texts.join('\n')
  const isInFile = (name: string) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*["']?[^\\s"'#]`, 'm').test(lines)
  return KEYS.filter((name) => (env[name] ?? '').trim() !== '' || isInFile(name))
}
