/** The types of Astro's and Vite's hooks that the integration uses. They are the same in Astro 5, 6 and 7. */
import type { AstroAddresses } from './config/astro-site.ts'

/** An integration for `integrations` of `astro.config`. */
export interface AstroIntegration {
  readonly name: string
  readonly hooks: {
    readonly 'astro:config:setup': (options: ConfigSetup) => Promise<void>
    readonly 'astro:config:done': (options: { readonly config: AstroConfig }) => Promise<void>
    /** The pages in `dir` are written, other integrations have not processed them yet. */
    readonly 'astro:build:generated': (options: { readonly dir: URL }) => Promise<void>
    readonly 'astro:build:done': (options: { readonly dir: URL; readonly logger: Logger }) => Promise<void>
  }
}

export interface ConfigSetup {
  readonly config: AstroConfig
  readonly command: 'dev' | 'build' | 'preview' | 'sync'
  readonly injectRoute: (route: { pattern: string; entrypoint: string; prerender: boolean }) => void
  readonly injectScript: (stage: 'page', content: string) => void
  readonly updateConfig: (config: { vite: { plugins: VitePlugin[] } }) => unknown
  /** Folder in `.astro/` for this integration. */
  readonly createCodegenDir: () => URL
  readonly logger: Logger
}

export interface AstroConfig extends AstroAddresses {
  readonly root: URL
  readonly publicDir: URL
  readonly adapter?: { readonly name: string } | undefined
}

export interface Logger {
  readonly info: (message: string) => void
  readonly warn: (message: string) => void
}

export interface VitePlugin {
  name: string
  resolveId: (id: string, importer?: string) => string | undefined
  /** A file that it watches reloads the module when it changes. */
  load: (this: { readonly addWatchFile: (path: string) => void }, id: string) => Promise<string | undefined>
}
