/** Options of the integration -> those of the service, checked while the site is configured. */
import { DEFAULT_BOUNDS, type LoopBounds } from '../answer/bounds.ts'
import { type HttpOptions, resolveBounds, resolveHttp } from '../settings.ts'

/** `ask(options)` in `astro.config`: plain values, which travel to the route as JSON. */
export interface AskAstroOptions extends Omit<HttpOptions, 'openapi'> {
  /** Collections to search, with patterns of their addresses: `{ blog: '/blog/[id]/' }`. Default: Starlight's. */
  readonly collections?: Readonly<Record<string, string>>
  /** Graph file, relative to the project. Default `.service/kg.json`; there need not be one. */
  readonly kgPath?: string
  /** The search dialog on every page: false for none, or attributes of its element. Default true. */
  readonly overlay?: boolean | OverlayAttributes
  /** Whether the site publishes `/openapi.yaml`. Default true, unless `public/` holds one. */
  readonly openapi?: boolean
  /** Name of the site, for the model that answers. Default none. */
  readonly siteTitle?: string
  /** What one answer may take. */
  readonly bounds?: Partial<LoopBounds>
}

/** Attributes of `<ask-overlay>`. */
export interface OverlayAttributes {
  /** Letter that opens it with Ctrl or Cmd, empty for none. Default `k`, and none beside Starlight's own search. */
  readonly shortcut?: string
  /** `keyword`: no questions, search alone. */
  readonly mode?: 'keyword'
  /** Where its own button is, on pages without an element `[data-ask-open]`. Default `corner`. */
  readonly trigger?: 'corner' | 'none'
}

/** What of the options the route needs; JSON. */
export interface ServiceOptions extends Omit<HttpOptions, 'openapi'>, Pick<AskAstroOptions, 'siteTitle' | 'bounds'> {
  /** Path of the routes on the site, its base included. */
  readonly endpoint: string
}

/** Where the routes are; `openapi.yaml` is written for it. */
export const DEFAULT_ENDPOINT = '/api/ask'

/** Throws `AskError('usage')` for an option out of its range. `base` is the site's, starting and ending with `/`. */
export function resolveOptions(options: AskAstroOptions, base: string): ServiceOptions {
  const { collections: _, kgPath: _path, overlay: _overlay, openapi: _openapi, ...service } = options
  const own = resolveHttp(service).endpoint
  const { timeoutMs: deadlineMs, maxOutputTokens: maxTokens } = DEFAULT_BOUNDS
  resolveBounds(service.bounds ?? {}, { deadlineMs, maxTokens })
  return { ...service, endpoint: resolveHttp({ endpoint: base + own.slice(1) }).endpoint }
}

/** Path of the routes below the site's base. Throws `AskError('usage')`. */
export function resolveEndpoint({ endpoint = DEFAULT_ENDPOINT }: Pick<AskAstroOptions, 'endpoint'>): string {
  return resolveHttp({ endpoint }).endpoint
}
