/**
 * The virtual modules that the site's routes and pages import: the integration's data as source text. They contain no
 * values of environment variables.
 */
import type { AstroOutline, AstroSite } from './config/astro-site.ts'
import { VARIABLES } from '../../core/environment.ts'
import { LANGUAGE_MODULES } from '../overlay/text/languages.ts'
import type { VitePlugin } from './hooks.ts'
import type { OverlayAttributes, ServiceOptions } from './options.ts'

export const OVERLAY_MODULE = 'virtual:ask-service/overlay'
const SITE_MODULE = 'virtual:ask-service/site'
const COLLECTIONS_MODULE = 'virtual:ask-service/collections'
const OPENAPI_MODULE = 'virtual:ask-service/openapi'
/** Prefix of resolved ids, Vite's convention for virtual modules. */
const RESOLVED_PREFIX = '\0'

/** Data of the modules, complete as soon as Astro's configuration is resolved. */
export interface ModuleData {
  readonly options: ServiceOptions
  readonly site: AstroSite
  readonly isDev: boolean
  readonly isCloudflare: boolean
  readonly graphPath: string
  /** Text of the graph file, null for none. */
  readonly readGraph: () => Promise<string | null>
  readonly readOutline: () => Promise<AstroOutline>
  readonly readOverlay: () => Promise<string>
  readonly readOpenapi: () => Promise<string>
  readonly hasTrailingSlash: boolean
  readonly attributes: OverlayAttributes & { readonly endpoint?: string; readonly index?: string }
}

/** A Vite plugin for the modules; `data` is called when a module is loaded. */
export function createVirtualModules(data: () => ModuleData): VitePlugin {
  const writers = new Map([
    [SITE_MODULE, async () => siteModule(data(), await data().readGraph())],
    [COLLECTIONS_MODULE, () => collectionsModule(data())],
    [OPENAPI_MODULE, async () => `export const openapi = ${JSON.stringify(await data().readOpenapi())}`],
    [OVERLAY_MODULE, async () => overlayModule(data(), await data().readOverlay())],
    // The overlay imports its languages from beside it.
    ...[...LANGUAGE_MODULES].map(([path, text]) => [`./${path}`, async () => text] as const),
  ])
  return {
    name: 'ask-service',
    resolveId(id, importer) {
      const isLanguage = id.startsWith('.')
      if (!writers.has(id) || (isLanguage && importer !== RESOLVED_PREFIX + OVERLAY_MODULE)) return undefined
      return RESOLVED_PREFIX + id
    },
    async load(id) {
      // Astro restarts for files that an integration watches, and then lacks pages that were added before.
      if (id === RESOLVED_PREFIX + SITE_MODULE && data().isDev) this.addWatchFile(data().graphPath)
      return id.startsWith(RESOLVED_PREFIX) ? writers.get(id.slice(RESOLVED_PREFIX.length))?.() : undefined
    },
  }
}

/**
 * The module of the route. Keys are read where the site runs: a build would replace `import.meta.env` by the values of
 * the build's environment, so it is used only in development.
 */
function siteModule({ options, isDev, isCloudflare }: ModuleData, graph: string | null): string {
  const metaEnv = isDev ? VARIABLES.map((name) => `${name}: import.meta.env.${name}`) : []
  return `
    import { getSecret } from 'astro:env/server'
    import { collections } from '${COLLECTIONS_MODULE}'
    ${isCloudflare ? "import { env as bindings } from 'cloudflare:workers'" : 'const bindings = {}'}
    export const site = {
      ...collections,
      options: ${JSON.stringify(options)},
      graph: ${JSON.stringify(graph)},
      getSecret,
      bindings,
      importMetaEnv: { ${metaEnv.join(', ')} },
    }`
}

/** The module of the entries: a build renders them, development takes the ids of their headings from the last build. */
async function collectionsModule({ site, options, isDev, readOutline }: ModuleData): Promise<string> {
  const settings = `settings: ${JSON.stringify(site)}, title: ${JSON.stringify(options.siteTitle ?? null)}`
  const headings = isDev ? `render: null, outline: ${JSON.stringify(await readOutline())}` : 'render, outline: {}'
  return `
    import { getCollection, render } from 'astro:content'
    export const collections = { ${settings}, getCollection, ${headings} }`
}

/** The overlay, and code that adds its element to pages without one, also after a view transition. */
function overlayModule({ attributes }: ModuleData, overlay: string): string {
  return `${overlay}
const addOverlay = () => {
  if (document.querySelector('ask-overlay') !== null) return
  const element = document.createElement('ask-overlay')
  // Starlight's own search listens to the same keys.
  if (document.querySelector('site-search') !== null) element.setAttribute('shortcut', '')
  for (const [name, value] of Object.entries(${JSON.stringify(attributes)})) element.setAttribute(name, value)
  document.body.append(element)
}
addOverlay()
document.addEventListener('astro:after-swap', addOverlay)`
}
