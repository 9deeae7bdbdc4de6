/** A recognized site -> the file of settings that every command reads, so that folder and base are given once. */
import { isObject, parseJson } from '../../base/json.ts'
import type { RecognizedSite } from '../recognized-site.ts'
import { type Change, PACKAGE, type PlanContext } from './plan.ts'

/** The file of settings. */
const SETTINGS_FILE = 'ask.json'
/** A path that settings may not have: absolute, or out of the project. */
const OUTSIDE = /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/

/**
 * The new file; null if the project has settings, if its own configuration says it all, as that of Astro does,
 * and if the folder isn't known.
 */
export async function settingsChange(
  { site, readText }: Pick<PlanContext, 'site' | 'readText'>,
): Promise<Change | null> {
  const content = contentOf(site)
  if (content === null || OUTSIDE.test(content)) return null
  const manifest = site.manifest === null ? null : parseJson((await readText('package.json')) ?? '')
  const isPresent = (await readText(SETTINGS_FILE)) !== null || (isObject(manifest) && manifest['ask'] !== undefined)
  if (isPresent) return null
  const settings = {
    ...(site.manifest !== null && { $schema: `./node_modules/${PACKAGE}/ask.schema.json` }),
    content,
    ...(site.base !== '/' && { base: site.base }),
  }
  return { path: SETTINGS_FILE, before: null, after: `${JSON.stringify(settings, null, 2)}\n` }
}

/** The folder that is searched: the built pages, which have the site's addresses, else the sources. */
function contentOf({ kind, contentFolder, outputFolder }: RecognizedSite): string | null {
  if (kind === 'astro') return null
  return kind === 'static' || kind === 'folder' ? (outputFolder ?? contentFolder) : contentFolder
}
