/** The Astro docs that the questions are about: a folder of this machine, or the repository's at the commit they were written for. */
import { execFile } from 'node:child_process'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Time of one step of git, and bytes of what it prints. */
const STEP_MS = 180_000
const MAX_PRINTED_BYTES = 1_048_576

const BESIDE = fileURLToPath(new URL('../../../../shared/corpora/astro-docs', import.meta.url))
const CACHE = fileURLToPath(new URL('.cache', import.meta.url))

/** A folder of a repository at one commit. */
export interface DocsAt {
  readonly repository: string
  readonly commit: string
  readonly folder: string
}

/** The docs of 2026-08-21, after which the questions were written. */
export const ASTRO_DOCS: DocsAt = {
  repository: 'https://github.com/withastro/docs.git',
  commit: '741c1b89ba13cf9b4ac4087ef09dc269e113fa77',
  folder: 'src/content/docs/en',
}

/** The docs beside the checkout where they are, else those of the cache, which are fetched once. */
export async function findDocs(): Promise<string> {
  return (await exists(BESIDE)) ? BESIDE : fetchDocs(ASTRO_DOCS, CACHE)
}

/** The folder at its commit, fetched into the cache where it isn't there; of other folders no file is read. */
export async function fetchDocs({ repository, commit, folder }: DocsAt, cache: string): Promise<string> {
  const target = join(cache, commit)
  const docs = join(target, folder)
  if (await exists(docs)) return docs
  const clone = join(cache, `${commit}.${process.pid}`)
  await mkdir(clone, { recursive: true })
  try {
    await git(clone, 'init', '--quiet')
    await git(clone, 'sparse-checkout', 'set', '--no-cone', `/${folder}/`)
    await git(clone, 'remote', 'add', 'origin', repository)
    await git(clone, 'fetch', '--quiet', '--depth', '1', '--filter=blob:none', 'origin', commit)
    await git(clone, 'checkout', '--quiet', commit)
    if (!(await exists(join(clone, folder)))) throw new Error(`${repository} has no ${folder} at ${commit}`)
    await rename(clone, target)
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
  return docs
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
  await promisify(execFile)('git', args, { cwd, env, timeout: STEP_MS, maxBuffer: MAX_PRINTED_BYTES })
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(() => true, () => false)
}
