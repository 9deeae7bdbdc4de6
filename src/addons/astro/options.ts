/** Options of the integration -> those of the service, checked while the site is configured. */
import { refuseUnknown } from '../../core/base.ts'
import { HTTP_NAMES, type HttpOptions, resolveBounds, resolveHttp } from '../../core/settings.ts'

/** `ask(options)` in `astro.config`: plain values, which travel to the route as JSON. */
export interface AskAstroOptions extends Omit<HttpOptions, 'openapi'> {
  /** Collections to search, with patterns of their addresses: `{ blog: '/blog/[id]/' }`. Default: Starlight's. */
  readonly collections?: Readonly<Record<string, string>>
  /** Graph file, relative to the project. Default `.service/kg.json`; there need not be one. */
  readonly kgPath?: string
  /** The search dialog on every page: false for none, or attributes of its element. Default true. */
  readonly overlay?: boolean | OverlayAttributes
  /** True to publish `/openapi.yaml`. Default true, unless `public/` has one. */
  readonly openapi?: boolean
  /**
   * True to publish each page as Markdown (`/guides/routing.md`), `/llms.txt` and `/llms-full.txt`, with Astro 7 or
   * later. Default true.
   */
  readonly markdown?: boolean
  /** Name of the site, for the model that answers. Default none. */
  readonly siteTitle?: string
}

export interface OverlayAttributes {
  /** Letter that opens it with Ctrl or Cmd, empty for none. Default `k`, and none next to Starlight's own search. */
  readonly shortcut?: string
  /** `keyword`: search without questions. */
  readonly mode?: 'keyword'
  /** Position of its button on pages without an element `[data-ask-open]`. Default `corner`. */
  readonly trigger?: 'corner' | 'none'
  /** `panel`: it opens at the side of the page. */
  readonly layout?: 'panel'
  /** `off`: no words are marked on the page that a result opens. */
  readonly marks?: 'off'
  /** `off`: no questions of readers below the results. */
  readonly completions?: 'off'
  /** Selector of buttons of another search, which open it instead. */
  readonly 'data-ask-replaces'?: string
}

/** The options that the route needs; JSON. */
export interface ServiceOptions extends Omit<HttpOptions, 'openapi'>, Pick<AskAstroOptions, 'siteTitle'> {
  /** Path of the routes on the site, its base included. */
  readonly endpoint: string
}

/** Default path of the routes, as in `openapi.yaml`. */
export const DEFAULT_ENDPOINT = '/api/ask'

const NAMES = {
  ...HTTP_NAMES, collections: true, kgPath: true, markdown: true, overlay: true, siteTitle: true,
} as const satisfies Record<keyof AskAstroOptions, true>

/** Options of the route. Throws an `OptionError`. `base` is the site's, starting and ending with `/`. */
export function resolveOptions(options: AskAstroOptions, base: string): ServiceOptions {
  refuseUnknown('ask()', options, NAMES)
  const {
    collections: _, kgPath: _path, markdown: _markdown, overlay: _overlay, openapi: _openapi, ...service
  } = options
  const path = resolveHttp(service).endpoint
  resolveBounds(service.limits?.answer ?? {}, null)
  return { ...service, endpoint: resolveHttp({ endpoint: base + path.slice(1) }).endpoint }
}

/** Path of the routes below the site's base. Throws an `OptionError`. */
export function resolveEndpoint({ endpoint = DEFAULT_ENDPOINT }: Pick<AskAstroOptions, 'endpoint'>): string {
  return resolveHttp({ endpoint }).endpoint
}
