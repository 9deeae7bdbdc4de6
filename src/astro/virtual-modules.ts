/**
 * The modules that stand in no file: what the integration knows, as the text of
 * what the route, the published contract and the pages import. Nothing of the
 * environment is written into them.
 */
import { VARIABLES } from '../environment.ts'
import type { VitePlugin } from './hooks.ts'
import type { OverlayAttributes, ServiceOptions } from './options.ts'
import type { AstroSite } from '../content/site/astro-site.ts'

/** Module that the pages import. */
export const OVERLAY_MODULE = 'virtual:ask-service/overlay'
const SITE_MODULE = 'virtual:ask-service/site'
const COLLECTIONS_MODULE = 'virtual:ask-service/collections'
const OPENAPI_MODULE = 'virtual:ask-service/openapi'
/** How Vite tells modules of plugins. */
const RESOLVED_PREFIX = '\0'

/** All that is known once Astro's configuration is settled. */
export interface ModuleData {
  readonly options: ServiceOptions
  readonly site: AstroSite
  /** Whether this is `astro dev`. */
  readonly isDev: boolean
  readonly isCloudflare: boolean
  /** Text of the graph file as it stands, null where there is none. */
  readonly readGraph: () => Promise<string | null>
  readonly readOverlay: () => Promise<string>
  readonly readOpenapi: () => Promise<string>
  /** Address of the routes for browsers. */
  readonly url: string
  readonly attributes: OverlayAttributes
}

/** A plugin of Vite for these modules; `known` is called when one is asked for. */
export function createVirtualModules(data: () => ModuleData): VitePlugin {
  const writers = new Map([
    [SITE_MODULE, async () => siteModule(data(), await data().readGraph())],
    [COLLECTIONS_MODULE, async () => collectionsModule(data())],
    [OPENAPI_MODULE, async () => `export const openapi = ${literal(await data().readOpenapi())}`],
    [OVERLAY_MODULE, async () => overlayModule(data(), await data().readOverlay())],
  ])
  return {
    name: 'ask-service',
    resolveId: (id) => (writers.has(id) ? RESOLVED_PREFIX + id : undefined),
    load: async (id) => (id.startsWith(RESOLVED_PREFIX) ? writers.get(id.slice(RESOLVED_PREFIX.length))?.() : undefined),
  }
}

/**
 * Keys are looked up where the site runs. `import.meta.env` would be replaced
 * by what is set while the site is built, so it is there in development alone.
 */
function siteModule({ options, site, isDev, isCloudflare }: ModuleData, graph: string | null): string {
  const built = isDev ? VARIABLES.map((name) => `${name}: import.meta.env.${name}`) : []
  return `
    import { getCollection, render } from 'astro:content'
    import { getSecret } from 'astro:env/server'
    ${isCloudflare ? "import { env as bindings } from 'cloudflare:workers'" : 'const bindings = {}'}
    export const site = {
      options: ${literal(options)},
      settings: ${literal(site)},
      graph: ${literal(graph)},
      getCollection,
      render,
      getSecret,
      bindings,
      built: { ${built.join(', ')} },
    }`
}

function collectionsModule({ site }: ModuleData): string {
  return `
    import { getCollection, render } from 'astro:content'
    export const collections = { settings: ${literal(site)}, getCollection, render }`
}

/** The overlay, and the element at the end of each page that brings none of its own; pages may be swapped under it. */
function overlayModule({ url, attributes }: ModuleData, overlay: string): string {
  const given = { endpoint: url, trigger: 'corner', ...attributes }
  return `${overlay}
const addOverlay = () => {
  if (document.querySelector('ask-overlay') !== null) return
  const element = document.createElement('ask-overlay')
  // Starlight's own search listens to the same keys.
  if (document.querySelector('site-search') !== null) element.setAttribute('shortcut', '')
  for (const [name, value] of Object.entries(${literal(given)})) element.setAttribute(name, value)
  document.body.append(element)
}
addOverlay()
document.addEventListener('astro:after-swap', addOverlay)`
}

/** JSON as JavaScript reads it. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
