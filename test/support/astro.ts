/** What Astro hands to the integration and to its route, without Astro. */
import { pathToFileURL } from 'node:url'
import type { SiteModule } from '../../src/addons/astro/runtime/route.ts'
import ask, { type AskAstroOptions } from '../../src/addons/astro/integration.ts'
import type { AstroConfig, ConfigSetup, VitePlugin } from '../../src/addons/astro/hooks.ts'
import { resolveAstroSite } from '../../src/addons/astro/config/astro-site.ts'

/** What an integration did while a site was configured. */
export interface Configured {
  readonly routes: readonly Parameters<ConfigSetup['injectRoute']>[0][]
  readonly scripts: readonly string[]
  readonly watched: readonly string[]
  /** `info: …` and `warn: …`. */
  readonly lines: readonly string[]
  /** Text of a virtual module, undefined for an unknown one. */
  readonly module: (id: string) => Promise<string | undefined>
  /** Ends a build whose pages were written to a folder. */
  readonly generated: (dir: URL) => Promise<void>
  /** Ends a build when all integrations have processed its pages; gives what is printed. */
  readonly done: (dir: URL) => Promise<readonly string[]>
}

/** Runs the integration's hooks over a project folder, as a build with an adapter unless told otherwise. */
export async function configure(
  root: string,
  options: AskAstroOptions = {},
  given: Partial<Pick<ConfigSetup, 'command'>> & Partial<AstroConfig> = {},
): Promise<Configured> {
  const { command = 'build', ...changes } = given
  const folder = pathToFileURL(`${root}/`)
  const config = { root: folder, publicDir: new URL('public/', folder), base: '/', adapter: { name: '@astrojs/node' }, ...changes }
  const plugins: VitePlugin[] = []
  const routes: Parameters<ConfigSetup['injectRoute']>[0][] = []
  const scripts: string[] = []
  const watched: string[] = []
  const lines: string[] = []
  const logger = { info: (line: string) => void lines.push(`info: ${line}`), warn: (line: string) => void lines.push(`warn: ${line}`) }
  const { hooks } = ask(options)
  await hooks['astro:config:setup']({
    config, command, injectRoute: (route) => void routes.push(route),
    injectScript: (stage, text) => void scripts.push(`${stage}: ${text}`),
    updateConfig: ({ vite }) => plugins.push(...vite.plugins),
    createCodegenDir: () => new URL('.astro/integrations/ask-service/', folder), logger,
  })
  await hooks['astro:config:done']({ config })

  async function module(id: string): Promise<string | undefined> {
    for (const plugin of plugins) {
      const found = plugin.resolveId(id)
      if (found !== undefined) return plugin.load.call({ addWatchFile: (path) => void watched.push(path) }, found)
    }
    return undefined
  }
  async function done(dir: URL): Promise<readonly string[]> {
    const before = lines.length
    await hooks['astro:build:done']({ dir, logger })
    return lines.slice(before)
  }
  return { routes, scripts, watched, lines, module, generated: (dir) => hooks['astro:build:generated']({ dir }), done }
}

/** An entry of a collection as `getCollection()` gives it for Markdown. */
export function entry(id: string, body: string, more: object = {}): object {
  const headings = [...body.matchAll(/^(#+) (.*)$/gm)].map(([, marks = '', text = '']) => ({ depth: marks.length, slug: `astro-${text.toLowerCase()}`, text }))
  return { id, body, collection: 'docs', filePath: `src/content/docs/${id}.md`, data: { title: `Title of ${id}` }, rendered: { html: '', metadata: { headings } }, ...more }
}

/** The module that the integration writes for the route, over two pages. */
export function siteModule(changes: Partial<SiteModule> = {}): SiteModule {
  const entries = [entry('index', 'Welcome.'), entry('guides/lamps', 'On lamps.\n\n## Bulbs\n\nTurn the bulb.')]
  return {
    options: { endpoint: '/api/ask' }, settings: resolveAstroSite(null, {}, 7), graph: null,
    getCollection: async () => entries, render: async () => ({ headings: [] }), outline: {}, bindings: {},
    getSecret: () => undefined, importMetaEnv: {}, ...changes,
  }
}
