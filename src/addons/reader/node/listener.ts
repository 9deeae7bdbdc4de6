/** A listener for node:http that also serves the pages of a site as Markdown. */
import type { Page } from '../../../core/content.ts'
import type { Handler } from '../../../core/http.ts'
import {
  createListener as createServiceListener, type Listener, type ServiceListenerOptions,
} from '../../../core/node.ts'
import { resolveContent } from '../../../core/settings.ts'
import { createMarkdownPages, withMarkdownFallback } from '../markdown-pages.ts'

export interface ListenerOptions extends ServiceListenerOptions {
  /** Pages to serve as Markdown, with `/llms.txt`, at paths that the handler doesn't have. Default: none. */
  readonly markdown?: MarkdownOptions | undefined
}

/** A site whose pages are served as Markdown. */
export interface MarkdownOptions {
  /** Loads the pages; called on first use, and again after a failure. */
  readonly pages: () => Promise<readonly Page[]>
  /** Name of the site, for `/llms.txt`. */
  readonly title: string
  /** Path of the site. Default `/`. */
  readonly base?: string | undefined
}

/**
 * A listener that sends the handler's replies. With `markdown`, requests for other paths go on to the framework.
 *
 * @example
 * const ask = createAsk({ content: async () => chunkPages((await readFolder('docs')).pages) })
 * const server = createServer(createListener(ask.handle)).listen(0, '127.0.0.1')
 * server.close()
 */
export function createListener(handler: Handler, { markdown, ...options }: ListenerOptions = {}): Listener {
  if (markdown === undefined) return createServiceListener(handler, options)
  const { pages, title, base } = markdown
  const { pathname } = new URL(resolveContent({ base }).base, 'http://localhost')
  const load = async () => createMarkdownPages(await pages(), { title, base: pathname })
  return createServiceListener(withMarkdownFallback(handler, load), options, true)
}
