/** The pages of `ask serve`, which are an add-on: a copy of the program without it serves the routes alone. */
import type { Warning } from '../../../core/content/page.ts'
import type { Handler } from '../../../core/http/wire/message.ts'
import { errorReply, isUnknownPath } from '../../../core/http/wire/reply.ts'
import { findAddon, missingAddon } from '../../addon.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'

/** Pages and routes together. */
export interface ServedSite {
  readonly handle: Handler
  /** Path of the first page. */
  readonly home: string
  /** Pages that no request reaches. */
  readonly warnings: readonly Warning[]
}

/** The functions that make pages of content, of a store, and of content that changes. */
export type Pages = Pick<typeof import('../../addons/reader/served-site.ts'), 'createServedSite'>
  & Pick<typeof import('../../addons/reader/store-site.ts'), 'createStoreSite'>
  & Pick<typeof import('../../../addons/reader/node/reload.ts'), 'createReload'>

/** Loads them; in a copy without the add-on, there are only routes. */
export async function loadPages(): Promise<Pages> {
  const pages = await findAddon(async () => {
    const { createServedSite } = await import('../../addons/reader/served-site.ts')
    const { createStoreSite } = await import('../../addons/reader/store-site.ts')
    const { createReload } = await import('../../../addons/reader/node/reload.ts')
    return { createServedSite, createStoreSite, createReload }
  })
  return pages ?? ROUTES_ALONE
}

const NO_PAGES = missingAddon('reader', 'No pages are served: they need')

/** Sites without pages: the reply to a path that is no route says what is missing. */
const ROUTES_ALONE: Pages = {
  createServedSite: async ({ ask }, args) => routesOf(ask.handle, args),
  createStoreSite: ({ handle }, _options, args) => routesOf(handle, args),
  createReload: () => ({
    upcoming: () => '', advance: () => undefined, middleware: async () => null, close: () => undefined,
  }),
}

function routesOf(handle: Handler, args: Arguments): ServedSite {
  async function reply(...request: Parameters<Handler>) {
    const ofRoute = await handle(...request)
    return isUnknownPath(ofRoute) ? errorReply(404, `${NO_PAGES}.`) : ofRoute
  }
  return { handle: reply, home: args.text(FLAGS.basePath), warnings: [] }
}
