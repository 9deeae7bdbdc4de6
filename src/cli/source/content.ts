/** The content folder of a command line -> the site in it. */
import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { count } from '../../core/base/text.ts'
import { AskError } from '../../core/base/errors.ts'
import { type Chunk, chunkPages, contentHash } from '../../core/content/chunk.ts'
import type { ContentSettings } from '../../core/content/settings.ts'
import { folderLanguage } from '../../core/text/language.ts'
import type { Site } from '../../core/content/site/site.ts'
import { splitList } from '../../core/environment.ts'
import { openFolder, readSource, type SiteSource } from '../../core/node/content/content-folder.ts'
import { isFolder } from '../../core/node/files/path.ts'
import { once } from '../../core/service.ts'
import { type ContentOptions, resolveContent, resolveGenerator } from '../../core/settings.ts'
import { findAddon } from '../package-copy.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { printNotice } from '../terminal/printer.ts'
import { nameIfSlow } from '../terminal/progress.ts'

const DEFAULT_FOLDERS = ['docs', 'dist']

/** Folders whose names say nothing about the site. */
const PLACES =
  /^(?:[._]?(?:site|build|output|public|dist|out)|docs?|documentation|content|src|pages|www|html|static|website)$/i

export interface Content {
  /** As the command line names it. */
  readonly folder: string
  readonly site: Site
  readonly chunks: readonly Chunk[]
  /** The hash of the chunks, computed once. */
  readonly hash: () => Promise<string>
}

/** The settings that `CONTENT_FLAGS` give. */
export function contentSettings(args: Arguments): ContentSettings {
  return resolveContent(contentOptions(args))
}

function contentOptions(args: Arguments): ContentOptions {
  const { trailingSlash, defaultLang, defaultVersion, locales, weight } = args.ofContent
  const generator = args.text(FLAGS.generator)
  return {
    base: args.text(FLAGS.base),
    trailingSlash: args.has(FLAGS.noTrailingSlash) ? false : trailingSlash,
    siteTitle: args.text(FLAGS.siteTitle) ?? undefined,
    defaultLang: args.text(FLAGS.defaultLang) ?? defaultLang,
    defaultVersion: args.text(FLAGS.defaultVersion) ?? defaultVersion,
    locales: readLocales(args.text(FLAGS.locales)) ?? locales,
    weight: readWeights(args.text(FLAGS.weight)) ?? weight,
    generator: generator === null ? undefined : resolveGenerator(generator),
  }
}

/** `legacy/**=0.5,api=2` as the option of the same name. */
function readWeights(list: string | null): Readonly<Record<string, number>> | undefined {
  if (list === null) return undefined
  return Object.fromEntries(splitList(list).map((item) => {
    const mark = item.lastIndexOf('=')
    // What is not a number is refused with the option's rule.
    return mark < 0 ? [item, NaN] : [item.slice(0, mark), Number(item.slice(mark + 1) || NaN)]
  }))
}

/** `fr,zh=zh-CN`: each folder with its language, which is also its name if none is given. */
function readLocales(list: string | null): Readonly<Record<string, string>> | undefined {
  if (list === null) return undefined
  const folders = list === 'none' ? [] : splitList(list)
  return Object.fromEntries(folders.map((item) => {
    const [folder = '', lang = folder] = item.split('=')
    return [folder, lang]
  }))
}

/** Reads a folder, null for the default one. Throws `AskError('content')` if it is missing or holds no page. */
export async function readContent(path: string | null, args: Arguments, io: Pick<Io, 'stderr'>): Promise<Content> {
  const folder = path ?? (await defaultFolder())
  const site = await nameIfSlow(readSource(await openSource(folder, args)), `Reading ${placeName(folder)}`, io)
  assertPages(folder, site)
  const chunks = chunkPages(site.pages)
  return { folder, site, chunks, hash: once(() => contentHash(chunks)) }
}

/** The same for a command that shows a part of it, and prints one line on its warnings. */
export async function readWithNotice(path: string | null, args: Arguments, io: Pick<Io, 'stderr'>): Promise<Content> {
  const content = await readContent(path, args, io)
  printNotice(content.site.warnings, io)
  return content
}

/** Throws `AskError('content')` for a site without a page. */
export function assertPages(folder: string, site: Site): void {
  if (site.pages.length > 0) return
  const hidden = site.hidden === 0 ? '' : `; ${count(site.hidden, 'file')} left out as drafts or hidden`
  const [first] = site.warnings
  const why = first === undefined ? 'it has no .md, .mdx or .html files' : `${first.path}: ${first.message}`
  throw new AskError('content', `No pages in ${placeName(folder)}: ${why}${hidden}`)
}

/** The files of an Astro project's collections, else those of the folder. */
export async function openSource(folder: string, args: Arguments): Promise<SiteSource> {
  assertThere(folder, args)
  const project = await findProject(folder)
  if (project === null) return openFolder(folder, contentOptions(args))
  const settings = contentSettings(args)
  const base = hasBase(args) ? settings.base : project.site.base
  const { locales, lang } = project.site
  const site = { ...project.site, base, locales: settings.locales ?? locales, lang: settings.defaultLang ?? lang }
  const { createAstroSource } = await import('../../addons/astro/project/astro-source.ts')
  return createAstroSource({ ...project, site }, settings)
}

/** The Astro project in a folder; null for none, and in a copy of the program without the add-on. */
async function findProject(folder: string) {
  const astro = await findAddon(() => import('../../addons/astro/project/astro-project.ts'))
  return astro === null ? null : astro.findAstroProject(folder)
}

/** Throws `AskError('content')` for a missing folder; one that the settings name is often not built yet. */
function assertThere(folder: string, { settings }: Arguments): void {
  if (existsSync(folder)) return
  const remedy = 'if it is the output of your generator, build the site first; or give the folder of your pages'
  const isSetting = settings?.settings.content === folder
  const why = isSetting ? `, which is \`content\` in ${settings.file}: ${remedy}` : ''
  throw new AskError('content', `${noFolder(folder)}${why}`)
}

/** A folder as a sentence names it. */
export function placeName(folder: string): string {
  return folder === '.' ? 'the current folder' : folder
}

/** A missing folder in words; a relative path is often one of another current folder. */
export function noFolder(folder: string): string {
  return `There is no folder ${folder}${isAbsolute(folder) ? '' : ` in ${resolve('.')}`}`
}

/** Prefix of every link, ending with `/`, as when content is read. */
export async function baseOf(folder: string, args: Arguments): Promise<string> {
  const project = hasBase(args) ? null : await findProject(folder)
  return project?.site.base ?? contentSettings(args).base
}

/** True if the prefix is given, which overrides that of a project. */
function hasBase(args: Arguments): boolean {
  return args.has(FLAGS.base) || args.ofContent.base !== undefined
}

/** The folder that is read when the command line names none. */
export async function defaultFolder(): Promise<string> {
  if ((await findProject('.')) !== null) return '.'
  for (const folder of DEFAULT_FOLDERS) {
    if (await isFolder(folder)) return folder
  }
  return '.'
}

/**
 * The name that the command line gives, else that of the site's configuration, else the title of the root page, else
 * the name of the innermost folder that is not only a place for pages.
 */
export function siteTitle({ folder, site }: Content, args: Arguments): string {
  const given = args.text(FLAGS.siteTitle)
  const names = resolve(folder).split(/[\\/]/)
  const name = names.findLast((part) => part !== '' && !PLACES.test(part) && folderLanguage(part) === null)
  return given ?? site.title ?? site.pages.find(({ slug }) => slug === 'index')?.title ?? name ?? 'Documentation'
}
