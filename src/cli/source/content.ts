/**
 * The folder a command line names -> the site in it.
 */
import { stat } from 'node:fs/promises'
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import type { Site } from '../../content/site/site.ts'
import { count } from '../../base/count.ts'
import { AskError } from '../../base/errors.ts'
import { findAstroProject, readAstroProject } from '../../node/astro/astro-project.ts'
import { readFolder } from '../../node/content/content-folder.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { contentSettings } from '../command-line/flags.ts'

/** Folders that are tried when none is named. */
const DEFAULT_FOLDERS = ['docs', 'dist']

export interface Content {
  /** As it was named. */
  readonly folder: string
  readonly site: Site
  readonly chunks: readonly Chunk[]
}

/** Throws `AskError('content')` for a folder that isn't there or holds no page. */
export async function readContent(named: string | null, args: Arguments): Promise<Content> {
  const folder = named ?? (await defaultFolder())
  const site = await readSiteOf(folder, args)
  if (site.pages.length === 0) {
    const hidden = site.hidden === 0 ? '' : `; ${count(site.hidden, 'file')} left out as drafts or hidden`
    const [first] = site.warnings
    const why = first === undefined ? 'it needs .md, .mdx or .html files' : `${first.path}: ${first.message}`
    throw new AskError('content', `No pages in ${folder}: ${why}${hidden}`)
  }
  return { folder, site, chunks: chunkPages(site.pages) }
}

/** The collections of an Astro project, else the files of the folder. */
async function readSiteOf(folder: string, args: Arguments): Promise<Site> {
  const project = await findAstroProject(folder)
  if (project === null) return readFolder(folder, contentSettings(args))
  const base = args.text('base') === null ? project.site.base : contentSettings(args).base
  return readAstroProject({ ...project, site: { ...project.site, base } })
}

async function defaultFolder(): Promise<string> {
  if ((await findAstroProject('.')) !== null) return '.'
  for (const folder of DEFAULT_FOLDERS) {
    const isFolder = await stat(folder).then((found) => found.isDirectory(), () => false)
    if (isFolder) return folder
  }
  return '.'
}
