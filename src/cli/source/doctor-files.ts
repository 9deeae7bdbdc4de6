/** What `ask doctor` reads from disk beside content and graph. */
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatOf } from '../../content/address.ts'
import type { KnownGenerator } from '../../doctor/content.ts'
import { KEY_VARIABLE } from '../../doctor/key.ts'
import type { ProgramFiles } from '../../doctor/program.ts'
import type { ComparedSitemap } from '../../doctor/urls.ts'
import { AskError } from '../../base/errors.ts'
import type { RecognizedSite } from '../../init/recognized-site.ts'
import { findAstroProject } from '../../node/astro/astro-project.ts'
import { recognizeSite } from '../../node/project/recognize-site.ts'
import { readFolderSitemap } from '../../node/content/sitemap-files.ts'
import { listFiles, WALK_LIMITS } from '../../node/files/walk.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Content } from './content.ts'
import { contentSettings } from '../command-line/flags.ts'

/** Folder of this package. */
export const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url))

/** Files that tools read variables from, and `ask` doesn't. */
const ENV_FILES = ['.env', '.env.local', '.env.production', '.dev.vars']
/** Bytes of one of them. */
const MAX_ENV_BYTES = 65_536
/** Files of this package that are looked at. */
const PROGRAM_WALK = { ...WALK_LIMITS, entries: 10_000 }

/** When the program was compiled and its sources changed; `folder` is that of the package. */
export async function readProgramFiles(folder: string): Promise<ProgramFiles> {
  const compiled = await stat(join(folder, 'dist/cli/main.js')).catch(() => null)
  const root = join(folder, 'src')
  const isCheckout = await stat(join(root, 'cli/main.ts')).then(() => true, () => false)
  if (!isCheckout) return { compiledMs: compiled?.mtimeMs ?? null, newestSource: null }
  const isWanted = (path: string) => path.endsWith('.ts')
  const { paths } = await listFiles(root, { ...PROGRAM_WALK, isPublicName: () => true, isWanted })
  let newest = { path: '', changedMs: 0 }
  for (const path of paths) {
    const changedMs = await stat(join(root, path)).then(({ mtimeMs }) => mtimeMs, () => 0)
    if (changedMs > newest.changedMs) newest = { path: `src/${path}`, changedMs }
  }
  return { compiledMs: compiled?.mtimeMs ?? null, newestSource: newest }
}

/** What makes the pages of a folder: recognised in it, else in the current one where its sources are in the folder. */
export async function findGenerator(folder: string): Promise<KnownGenerator | null> {
  const project = await findAstroProject(folder)
  const site = (await recognize(folder)) ?? (await recognizeAbove(folder))
  if (site === null) return null
  const output = site.outputFolder === null ? null : join(site.folder, site.outputFolder)
  return { title: site.title, collections: project === null ? null : Object.keys(project.site.collections), output }
}

/** Prefix of every link: flags go before what a project says, as they do where it is read. */
export async function baseOf(folder: string, args: Arguments): Promise<string> {
  const project = args.text('base') === null ? await findAstroProject(folder) : null
  return project?.site.base ?? contentSettings(args).base
}

/** Null for a folder that is nothing but pages, and for one that can't be read. */
async function recognize(folder: string): Promise<RecognizedSite | null> {
  try {
    const site = await recognizeSite(folder)
    return site?.kind === 'folder' ? null : site
  } catch (error) {
    if (error instanceof AskError) return null
    throw error
  }
}

async function recognizeAbove(folder: string): Promise<RecognizedSite | null> {
  const site = await recognize('.')
  return site?.contentFolder != null && resolve(site.contentFolder) === resolve(folder) ? site : null
}

/** The sitemap among the pages that are read, else where the generator builds them; null where there is none. */
export async function readBuiltSitemap(
  { folder, site }: Content,
  generator: KnownGenerator | null,
): Promise<ComparedSitemap | null> {
  const output = generator?.output ?? null
  const places = [
    ...(site.pages.some(({ path }) => formatOf(path) === 'html') ? [folder] : []),
    ...(output === null ? [] : [join(output, 'client'), output]),
  ]
  for (const place of places) {
    const found = await readFolderSitemap(place).catch(() => null)
    const [path] = found?.paths ?? []
    if (found === null || path === undefined) continue
    const problems = found.warnings.map((warning) => `${join(place, warning.path)}:${warning.line}: ${warning.message}`)
    return { name: join(place, path), locations: found.locations, problems }
  }
  return null
}

/** Files that set the key, in the current folder and that of the content. What they set it to is not kept. */
export async function filesWithKey(folder: string): Promise<string[]> {
  const paths = new Set(['.', folder].flatMap((place) => ENV_FILES.map((name) => join(place, name))))
  const setsKey = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${KEY_VARIABLE}[ \\t]*=[ \\t]*\\S`, 'm')
  const found: string[] = []
  for (const path of paths) {
    const size = await stat(path).then((file) => (file.isFile() ? file.size : Infinity), () => Infinity)
    if (size > MAX_ENV_BYTES) continue
    const text = await readFile(path, 'utf8').catch(() => '')
    if (setsKey.test(text)) found.push(path)
  }
  return found
}
