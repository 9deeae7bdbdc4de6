/** The content of a command line -> the site that is served: a folder, a watched folder, or a store. */
import { createAsk } from '../../../core/ask.ts'
import { contentHash } from '../../../core/content/hash.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import { findGraph } from '../../../core/node/graph/graph-file.ts'
import { once } from '../../../core/service.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { chooseGraph } from '../../source/chosen-graph.ts'
import { readContent } from '../../source/content.ts'
import { openStore } from '../../source/knowledge.ts'
import type { Io } from '../../terminal/io.ts'
import { loadPages, type ServedSite } from './pages.ts'
import { figuresOf, openWatchedSite, type WatchedSite, type WatchSources } from './watched-site.ts'

/** A site whose content is in a store. */
type OpenStoreSite = ServedSite & Pick<WatchedSite, 'ask' | 'figures' | 'close'> & { readonly content: null }

/** Opens the site of the sources, or that of the store if `isStore`. Rejects if it can't be read. */
export function openSite(
  sources: WatchSources,
  { args, io, isStore }: { readonly args: Arguments; readonly io: Io; readonly isStore: boolean },
): Promise<WatchedSite | OpenStoreSite> {
  if (isStore) return openStoreSite(sources, args, io)
  return args.has(FLAGS.watch) ? openWatchedSite(sources, args, io) : openFolder(sources, args, io)
}

/** Reads and mounts a site that does not change while it is served. */
async function openFolder(sources: WatchSources, args: Arguments, io: Io): Promise<WatchedSite> {
  const { folder, mount, allowedHosts, overlay } = sources
  const content = await readContent(folder, args)
  const { chunks, site } = content
  const hash = once(() => contentHash(chunks))
  const { graph, state } = await chooseGraph(await findGraph(args.text(FLAGS.kgPath)), { chunks, hash }, args)
  const makeGraph = () => extractGraph(site.pages)
  const ask = createAsk({ ...mount, content: async () => chunks, graph: async () => graph, makeGraph })
  const started = io.now()
  await ask.service.warm()
  const indexed = io.now() - started
  const { createServedSite } = await loadPages()
  const served = await createServedSite({ ask, content, allowedHosts, overlay }, args)
  const warnings = [...site.warnings, ...served.warnings]
  const figures = figuresOf(content)
  return { ...served, ask, content, state, indexed, warnings, figures: () => figures, close: async () => undefined }
}

/** Mounts the store that flags and variables name; rejects if it can't be read. */
async function openStoreSite({ mount, ...sources }: WatchSources, args: Arguments, io: Io): Promise<OpenStoreSite> {
  const ask = await openStore(args, io, mount)
  await ask.service.warm()
  const { createStoreSite } = await loadPages()
  const served = createStoreSite(ask, sources, args)
  return { ...served, ask, figures: () => null, close: async () => undefined, content: null }
}
