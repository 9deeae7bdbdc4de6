/**
 * The files that the integration writes to an Astro project's `.astro/` for the command line: the addresses of pages on
 * each run, and the outline of the entries on each build.
 */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AstroOutline, type AstroSite, decodeAstroOutline, decodeAstroSite,
} from '../../content/site/astro-site.ts'

/** Folder of the integration; Astro names it after the integration. */
const FOLDER = '.astro/integrations/ask-service'
const SITE_FILE = 'site.json'
const OUTLINE_FILE = 'outline.json'

/** Paths of the files in a project. */
export const CODEGEN_FILES = [SITE_FILE, OUTLINE_FILE].map((name) => `${FOLDER}/${name}`)

/** Writes the addresses of a site's pages. */
export async function writeSiteFile(codegen: URL, site: AstroSite): Promise<void> {
  await mkdir(codegen, { recursive: true })
  await writeFile(new URL(SITE_FILE, codegen), `${JSON.stringify(site, null, 2)}\n`)
}

/** Moves the outline from the build to the project; does nothing for a build without one. */
export async function moveOutline(built: URL, codegen: URL): Promise<void> {
  const text = await readFile(built, 'utf8').catch(() => null)
  if (text === null) return
  await rm(built)
  await mkdir(codegen, { recursive: true })
  await writeFile(new URL(OUTLINE_FILE, codegen), text)
}

/** Addresses of a project's pages as written, null for a missing or invalid file. */
export async function readSiteFile(folder: string): Promise<AstroSite | null> {
  return decodeAstroSite(await readJson(join(folder, FOLDER, SITE_FILE)))
}

/** Outline of the last build, empty without one and when the configuration is newer. */
export async function readOutline(folder: string, configFile: string): Promise<AstroOutline> {
  const path = join(folder, FOLDER, OUTLINE_FILE)
  const isOld = (await modifiedMs(join(folder, configFile))) > (await modifiedMs(path))
  return isOld ? {} : decodeAstroOutline(await readJson(path))
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

/** Time of the last change in milliseconds since 1970, 0 for a missing file. */
function modifiedMs(path: string): Promise<number> {
  return stat(path).then(({ mtimeMs }) => mtimeMs, () => 0)
}
