/**
 * The content folder of a command line -> the site in it.
 */
import { stat } from 'node:fs/promises'
import { count } from '../../base/count.ts'
import { AskError } from '../../base/errors.ts'
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import type { ContentSettings } from '../../content/settings.ts'
import type { Site } from '../../content/site/site.ts'
import { findAstroProject, readAstroProject } from '../../node/astro/astro-project.ts'
import { readFolder } from '../../node/content/content-folder.ts'
import { type ContentOptions, resolveContent } from '../../settings.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'

/** Folders that are tried when the command line names none. */
const DEFAULT_FOLDERS = ['docs', 'dist']

/** The content of a folder. */
export interface Content {
  /** As the command line names it. */
  readonly folder: string
  readonly site: Site
  readonly chunks: readonly Chunk[]
}

/** The settings that `CONTENT_FLAGS` give. */
export function contentSettings(args: Arguments): ContentSettings {
  return resolveContent(contentOptions(args))
}

function contentOptions(args: Arguments): ContentOptions {
  const siteTitle = args.text(FLAGS.siteTitle) ?? undefined
  return { base: args.text(FLAGS.base), trailingSlash: !args.has(FLAGS.noTrailingSlash), siteTitle }
}

/** Reads a folder, null for the default one. Throws `AskError('content')` if it is missing or holds no page. */
export async function readContent(path: string | null, args: Arguments): Promise<Content> {
  const folder = path ?? (await defaultFolder())
  const site = await readSiteOf(folder, args)
  if (site.pages.length === 0) {
    const hidden = site.hidden === 0 ? '' : `; ${count(site.hidden, 'file')} left out as drafts or hidden`
    const [first] = site.warnings
    const why = first === undefined ? 'it has no .md, .mdx or .html files' : `${first.path}: ${first.message}`
    throw new AskError('content', `No pages in ${folder}: ${why}${hidden}`)
  }
  return { folder, site, chunks: chunkPages(site.pages) }
}

/** Reads the collections of an Astro project, else the files of the folder. */
async function readSiteOf(folder: string, args: Arguments): Promise<Site> {
  const project = await findAstroProject(folder)
  if (project === null) return readFolder(folder, contentOptions(args))
  const settings = contentSettings(args)
  const base = args.has(FLAGS.base) ? settings.base : project.site.base
  return readAstroProject({ ...project, site: { ...project.site, base } }, settings)
}

async function defaultFolder(): Promise<string> {
  if ((await findAstroProject('.')) !== null) return '.'
  for (const folder of DEFAULT_FOLDERS) {
    const isFolder = await stat(folder).then((entry) => entry.isDirectory(), () => false)
    if (isFolder) return folder
  }
  return '.'
}
