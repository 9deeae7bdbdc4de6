/** Files that `ask doctor` reads besides content and graph. */
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findAstroProject } from '../../../addons/astro/project/astro-project.ts'
import type { SiteGenerator } from '../../../addons/setup/doctor/content.ts'
import { KEY_VARIABLE } from '../../../addons/setup/doctor/key.ts'
import type { SetupPlan } from '../../../addons/setup/doctor/setup.ts'
import type { SitemapListing } from '../../../addons/setup/doctor/site.ts'
import type { PackageCopy } from '../../../addons/setup/init/plan.ts'
import type { RecognizedSite } from '../../../addons/setup/init/site.ts'
import { recognizeSite } from '../../../addons/setup/project/recognize-site.ts'
import { AskError } from '../../../core/base/errors.ts'
import { formatOf } from '../../../core/content/address.ts'
import { readFolderSitemap } from '../../../core/node/content/sitemap-files.ts'
import { createProjectFiles } from '../../../core/node/files/project-files.ts'
import type { Content } from '../../source/content.ts'
import { planFor } from './plan-for.ts'

/** Files from which other tools read variables; `ask` does not. */
const ENV_FILES = ['.env', '.env.local', '.env.production', '.dev.vars']
/** Bytes of one such file. */
const MAX_ENV_BYTES = 65_536

/** Finds the generator of a folder's pages: in the folder, else in the current one if that reads the folder. */
export async function findGenerator(folder: string): Promise<SiteGenerator | null> {
  const project = await findAstroProject(folder)
  const site = (await recognize(folder)) ?? (await recognizeAbove(folder))
  if (site === null) return null
  const output = site.outputFolder === null ? null : join(site.folder, site.outputFolder)
  return { title: site.title, collections: project === null ? null : Object.keys(project.site.collections), output }
}

/** The plan of `ask init` for the site in a folder; null without a site. */
export async function findSetup(folder: string, copy: PackageCopy): Promise<SetupPlan | null> {
  const site = (await recognize(folder)) ?? (await recognizeAbove(folder))
  return site === null ? null : { site, plan: await planFor(site, createProjectFiles(site.folder), copy) }
}

/** The site in a folder; null if the folder holds only pages or can't be read. */
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
  const folders = [site?.contentFolder, site?.outputFolder]
  return folders.some((path) => path != null && resolve(path) === resolve(folder)) ? site : null
}

/** Reads the sitemap among the pages, else that in the generator's output; null if there is none. */
export async function readBuiltSitemap(
  { folder, site }: Content,
  generator: SiteGenerator | null,
): Promise<SitemapListing | null> {
  const output = generator?.output ?? null
  const folders = [
    ...(site.pages.some(({ path }) => formatOf(path) === 'html') ? [folder] : []),
    ...(output === null ? [] : [join(output, 'client'), output]),
  ]
  for (const candidate of folders) {
    const sitemap = await readFolderSitemap(candidate).catch(() => null)
    const [path] = sitemap?.paths ?? []
    if (sitemap === null || path === undefined) continue
    const problems = sitemap.warnings.map((warning) => {
      return `${join(candidate, warning.path)}:${warning.line}: ${warning.message}`
    })
    return { name: join(candidate, path), locations: sitemap.locations, problems }
  }
  return null
}

/** Finds the files that set the key, in the current folder and that of the content. The value is not kept. */
export async function filesWithKey(folder: string): Promise<string[]> {
  const paths = new Set(['.', folder].flatMap((parent) => ENV_FILES.map((name) => join(parent, name))))
  const setsKey = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${KEY_VARIABLE}[ \\t]*=[ \\t]*\\S`, 'm')
  const files: string[] = []
  for (const path of paths) {
    const size = await stat(path).then((file) => (file.isFile() ? file.size : Infinity), () => Infinity)
    if (size > MAX_ENV_BYTES) continue
    const text = await readFile(path, 'utf8').catch(() => '')
    if (setsKey.test(text)) files.push(path)
  }
  return files
}
