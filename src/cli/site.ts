/**
 * What `ask serve` serves in front of its routes: Markdown as pages to read, a
 * built site as it is, both with the overlay.
 */
import { basename, resolve } from 'node:path'
import type { Ask } from '../ask.ts'
import { formatOf } from '../content/address.ts'
import type { Handler } from '../http/message.ts'
import { readOverlay } from '../node/overlay-file.ts'
import { createStaticSite } from '../node/static-site.ts'
import { overlayTags, type ReaderSite } from '../reader/frame.ts'
import { createFrontedHandler } from '../reader/front.ts'
import { createReader } from '../reader/reader.ts'
import type { Arguments } from './arguments.ts'
import type { Content } from './content.ts'
import { contentSettings, DEFAULT_ENDPOINT } from './flags.ts'

/** Pages and routes together. */
export interface ServedSite {
  readonly handle: Handler
  /** Path of the first page. */
  readonly home: string
}

/** Reads the overlay, and the list of files of a built site; `ask` has settled that the endpoint is a path. */
export async function createSite(ask: Ask, content: Content, args: Arguments): Promise<ServedSite> {
  const { handle, service } = ask
  const { pages } = content.site
  const overlay = await readOverlay()
  const { base, trailingSlash } = contentSettings(args)
  // Links may name the host of another deployment; its path is where the pages are here.
  const path = new URL(base, 'http://localhost').pathname
  const site: ReaderSite = {
    title: args.text('site-title') ?? titleOf(content),
    home: trailingSlash || path === '/' ? path : path.slice(0, -1),
    endpoint: (args.text('endpoint') ?? DEFAULT_ENDPOINT).replace(/\/$/, ''),
    overlay: overlay === null ? 'none' : service.canAnswer ? 'answers' : 'search',
  }
  const fronts = [createReader(site, { pages, knowledge: service, suggestions: service.suggestions, overlay })]
  if (pages.some((page) => formatOf(page.path) === 'html')) {
    const addition = overlayTags(site, 'corner').map(({ markup }) => markup).join('')
    fronts.unshift(await createStaticSite(content.folder, { base: path, addition }))
  }
  return { handle: createFrontedHandler(handle, fronts, site.endpoint), home: site.home }
}

/** What the page at the root says, else the name of the folder. */
function titleOf({ folder, site }: Content): string {
  return site.pages.find(({ slug }) => slug === 'index')?.title ?? basename(resolve(folder))
}
