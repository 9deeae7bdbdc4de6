/**
 * `ask-service/astro`: the integration that mounts the service on an Astro site. It runs while the site is configured;
 * `runtime/` replies to requests.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AskError, count } from '../../core/base.ts'
import { chunkPages, contentHash } from '../../core/content.ts'
import { type AstroSite, createPatternTest, resolveAstroSite } from './config/astro-site.ts'
import { parseGraph, withQueries } from '../../core/graph.ts'
import { readFolder, readGraphText } from '../../core/node.ts'
import { LLMS_FILES } from '../agents/llms-txt.ts'
import { readOverlay } from '../overlay/node/overlay-file.ts'
import { readBrowserModules } from '../static/node/browser-modules.ts'
import { type StaticSearchReport, writeStaticSearch } from '../static/node/static-search.ts'
import type { AstroConfig, AstroIntegration, ConfigSetup } from './hooks.ts'
import { type AskAstroOptions, DEFAULT_ENDPOINT, resolveEndpoint, resolveOptions } from './options.ts'
import {
  astroMajor, findEnvFiles, headingMajor, moveOutline, readOutline, writeSiteFile,
} from './project/astro-project.ts'
import { createVirtualModules, type ModuleData, OVERLAY_MODULE } from './virtual-modules.ts'

/** Folder of the files in the built site, also in addresses. */
const INDEX_FOLDER = '_ask/'

/**
 * Writes the search of the built pages in a folder as files, and counts the pages; `graph` is the text of its file.
 * Throws `AskError('file')` if that is not possible.
 */
async function writeIndexOf(
  dir: URL,
  { site, hasTrailingSlash: trailingSlash, options: { siteTitle } }: ModuleData,
  graph: string | null,
): Promise<StaticSearchReport & { readonly pages: number }> {
  const { base, locales, lang, collections } = site
  const languages = { locales, ...(lang !== null && { defaultLang: lang }) }
  const read = await readFolder(fileURLToPath(dir), { base, trailingSlash, siteTitle, ...languages })
  const isSearched = createPatternTest(Object.values(collections))
  const pages = read.pages.filter(({ url }) => isSearched(`/${url.slice(base.length)}`))
  const chunks = chunkPages(pages)
  const searched = graph === null ? chunks : withQueries(chunks, parseGraph(graph), await contentHash(chunks))
  const out = fileURLToPath(new URL(INDEX_FOLDER, dir))
  return { ...(await writeStaticSearch(searched, await readBrowserModules(), { out })), pages: pages.length }
}

/** API keys, which the site needs where it runs: they are not written into the build, as `import.meta.env` would do. */
const KEYS = ['LLM_API_KEY', 'ANALYTICS_KEY', 'ANALYTICS_API_KEY']

export type { AstroIntegration } from './hooks.ts'
export type { AskAstroOptions, OverlayAttributes } from './options.ts'

const DEFAULT_GRAPH_PATH = '.service/kg.json'
/** A file of the build that is moved away at its end. */
const OUTLINE_FILE = 'ask-service-outline.json'

/** The integration for `integrations` of `astro.config`. Its hooks throw an `OptionError` for a wrong option. */
export default function ask(options: AskAstroOptions = {}): AstroIntegration {
  let isDev = false
  /** True for a build, and its preview, whose pages search in files, because no server runs beside them. */
  let isStatic = false
  let codegen: URL | null = null
  let moduleData: ModuleData | null = null

  return {
    name: 'ask-service',
    hooks: {
      async 'astro:config:setup'(setup) {
        const { command, config } = setup
        isDev = command === 'dev'
        isStatic = (command === 'build' || command === 'preview') && config.adapter === undefined
        codegen = setup.createCodegenDir()
        const endpoint = resolveEndpoint(options)
        setup.updateConfig({ vite: { plugins: [createVirtualModules(() => moduleData ?? notResolved())] } })
        if (command === 'build') {
          setup.injectRoute({ pattern: `/${OUTLINE_FILE}`, entrypoint: entrypoint('outline'), prerender: true })
        }
        if ((await astroMajor(fileURLToPath(config.root))) >= MARKDOWN_MAJOR) mountMarkdown(setup, options)
        if (options.overlay !== false) setup.injectScript('page', `import '${OVERLAY_MODULE}'`)
        if (isStatic) return
        mount(setup, options, endpoint)
        if (command === 'build') await warnAboutBuild(setup, options)
      },
      async 'astro:config:done'({ config }) {
        moduleData = await resolveModuleData(options, config, { isDev, isStatic })
        if (codegen !== null) await writeSiteFile(codegen, moduleData.site)
      },
      async 'astro:build:generated'({ dir }) {
        if (codegen !== null) await moveOutline(new URL(OUTLINE_FILE, dir), codegen)
      },
      async 'astro:build:done'({ dir, logger }) {
        if (!isStatic || moduleData === null) return
        const { pages, files, bytes } = await writeIndexOf(dir, moduleData, await moduleData.readGraph())
        const size = `${count(files, 'file')}, ${Math.ceil(bytes / 1_000)} kB`
        logger.info(`Wrote the search of ${count(pages, 'page')} as ${size}, to ${INDEX_FOLDER}`)
        if (pages === 0) {
          const remedy = "name your collections, `ask({ collections: { blog: '/blog/[id]/' } })`"
          logger.warn(`No page of the build can be searched: ${remedy}`)
        }
      },
    },
  }
}

function mount(setup: ConfigSetup, { openapi = true }: AskAstroOptions, endpoint: string): void {
  const { injectRoute, config } = setup
  injectRoute({ pattern: `${endpoint}/[...path]`, entrypoint: entrypoint('endpoint'), prerender: false })
  if (openapi && !existsSync(new URL('openapi.yaml', config.publicDir))) {
    injectRoute({ pattern: '/openapi.yaml', entrypoint: entrypoint('openapi'), prerender: true })
  }
}

/**
 * First version of Astro whose servers find files of routes with an extension. Astro 6 fails for a path without one,
 * Astro 5 sends no text.
 */
const MARKDOWN_MAJOR = 7

/** URL of a route's file. Its extension is that of the published package. */
function entrypoint(name: string): string {
  return new URL(`./runtime/${name}.js`, import.meta.url).href
}

/** Routes of files, which need no adapter. A route or a file of the site at the same path comes first. */
function mountMarkdown({ injectRoute, config }: ConfigSetup, { markdown = true }: AskAstroOptions): void {
  if (!markdown) return
  injectRoute({ pattern: '/[...file].md', entrypoint: entrypoint('markdown'), prerender: true })
  if (Object.values(LLMS_FILES).some((name) => existsSync(new URL(name, config.publicDir)))) return
  injectRoute({ pattern: '/[file].txt', entrypoint: entrypoint('llms'), prerender: true })
}

async function resolveModuleData(
  options: AskAstroOptions,
  config: AstroConfig,
  { isDev, isStatic }: Readonly<Record<'isDev' | 'isStatic', boolean>>,
): Promise<ModuleData> {
  const site = await resolveSite(options, config)
  const service = resolveOptions(options, site.base)
  return {
    options: service,
    site,
    isDev,
    isCloudflare: config.adapter?.name === '@astrojs/cloudflare',
    graphPath: graphPath(options, config),
    readGraph: () => readGraphText(graphPath(options, config)),
    readOutline: () => readOutline(fileURLToPath(config.root)),
    readOverlay: async () => (await readOverlay()) ?? '',
    readOpenapi: async () => {
      const text = await readFile(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
      return text.replaceAll(DEFAULT_ENDPOINT, service.endpoint)
    },
    hasTrailingSlash: config.trailingSlash !== 'never',
    attributes: {
      ...(isStatic
        ? { index: site.base + INDEX_FOLDER }
        : { endpoint: service.endpoint + (config.trailingSlash === 'always' ? '/' : '') }),
      trigger: 'corner',
      ...(typeof options.overlay === 'object' && options.overlay),
    },
  }
}

async function resolveSite(options: AskAstroOptions, config: AstroConfig): Promise<AstroSite> {
  const { name, options: processorOptions } = Object(Reflect.get(config.markdown ?? {}, 'processor'))
  const { smartypants, features } = Object(processorOptions)
  const hasNoDashes = [smartypants, Object(features).smartPunctuation].includes(false)
  const markdown = hasNoDashes ? { smartypants: false } : config.markdown
  const major = headingMajor(await astroMajor(fileURLToPath(config.root)), name === 'unified')
  return resolveAstroSite(options.collections ?? null, { ...config, markdown }, major)
}

function notResolved(): never {
  throw new AskError('configuration', 'ask-service: Astro loaded a module before its configuration was complete')
}

function graphPath({ kgPath = DEFAULT_GRAPH_PATH }: AskAstroOptions, { root }: Pick<AstroConfig, 'root'>): string {
  return fileURLToPath(new URL(kgPath, root))
}

async function warnAboutBuild({ config, logger }: ConfigSetup, options: AskAstroOptions): Promise<void> {
  const path = graphPath(options, config)
  try {
    const text = await readGraphText(path)
    const remedy = '`npx ask-service kg build` adds glossary, sections and suggestions'
    if (text === null) logger.info(`There is no ${path}: search works; ${remedy}.`)
    else parseGraph(text)
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    logger.warn(`The graph can't be served: ${error.message}.`)
  }
  const files = await Promise.all(KEYS.map((name) => findEnvFiles(fileURLToPath(config.root), name)))
  const keys = KEYS.filter((name, at) => (process.env[name] ?? '').trim() !== '' || files[at]?.length !== 0)
  if (keys.length === 0) return
  const [are, them] = keys.length === 1 ? ['is', 'it'] : ['are', 'them']
  logger.warn(`${keys.join(' and ')} ${are} set here but not part of the build: set ${them} where the site runs.`)
}
