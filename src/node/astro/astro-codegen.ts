/**
 * What the integration leaves in an Astro project's `.astro/` for the command
 * line: where pages are, from each run, and the outline of its entries, from each build.
 */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AstroOutline, decodeAstroOutline } from '../../content/site/astro-outline.ts'
import { type AstroSite, decodeAstroSite } from '../../content/site/astro-site.ts'

/** Its last part is the name of the integration. */
const FOLDER = '.astro/integrations/ask-service'
const SITE_FILE = 'site.json'
const OUTLINE_FILE = 'outline.json'

/** Leaves where the pages of a site are. */
export async function writeSiteFile(codegen: URL, site: AstroSite): Promise<void> {
  await mkdir(codegen, { recursive: true })
  await writeFile(new URL(SITE_FILE, codegen), `${JSON.stringify(site, null, 2)}\n`)
}

/** Takes the outline out of what was built, and leaves it; does nothing where a build has none. */
export async function takeOutline(built: URL, codegen: URL): Promise<void> {
  const text = await readFile(built, 'utf8').catch(() => null)
  if (text === null) return
  await rm(built)
  await mkdir(codegen, { recursive: true })
  await writeFile(new URL(OUTLINE_FILE, codegen), text)
}

/** Where the pages of a project are, null where nothing that can be read was left. */
export async function readSiteFile(folder: string): Promise<AstroSite | null> {
  return decodeAstroSite(await readJson(join(folder, FOLDER, SITE_FILE)))
}

/** The outline of the last build, empty where there is none or the configuration is newer. */
export async function readOutline(folder: string, configFile: string): Promise<AstroOutline> {
  const path = join(folder, FOLDER, OUTLINE_FILE)
  const isOld = (await changedAt(join(folder, configFile))) > (await changedAt(path))
  return isOld ? {} : decodeAstroOutline(await readJson(path))
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

/** Milliseconds since 1970, 0 for a file that isn't there. */
function changedAt(path: string): Promise<number> {
  return stat(path).then(({ mtimeMs }) => mtimeMs, () => 0)
}
