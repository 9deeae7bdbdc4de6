/** Pages with their graph, as a push takes them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import type { Graph } from '../../../src/core/graph/graph.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import type { StoreWriter } from '../../../src/addons/store/opensearch/writer.ts'
import type { GraphOfStore, StoredSection, StoreMeta } from '../../../src/addons/store/store.ts'
import { sharedPath } from '../../support/shared.ts'

/** A site and its graph. */
export interface TestSite {
  readonly graph: Graph
  /** Sections by the slug of their page. */
  readonly pages: ReadonlyMap<string, readonly StoredSection[]>
}

const ASTRO = sharedPath('corpora/astro-docs')

/** Folder of the Astro docs; where they are absent of those of this project. */
export const DOCS = existsSync(ASTRO) ? ASTRO : fileURLToPath(new URL('../../../docs', import.meta.url))

/** The site of that folder. */
export async function readDocs(): Promise<TestSite> {
  return siteOf((await readFolder(DOCS)).pages)
}

/** Pages with their graph, by rules unless it is given. */
export async function siteOf(pages: readonly Page[], given: Graph | null = null): Promise<TestSite> {
  const graph = given ?? (await extractGraph(pages))
  const nodes = new Map(graph.sections.map((node) => [node.id, node]))
  const sectionsOf = (page: Page) => chunkPages([page]).map((chunk) => ({ chunk, node: nodes.get(chunk.id) ?? null }))
  return { graph, pages: new Map(pages.map((page) => [page.slug, sectionsOf(page)])) }
}

/** The part of a graph that the meta document holds; `graphHash` is of the content itself. */
export function graphOfStore({ builtBy, glossary, suggestions, overview, context }: Graph, graphHash: string): GraphOfStore {
  return { graphHash, builtBy, glossary, suggestions, overview, context }
}

/** Pushes a site as a new generation. */
export async function pushSite({ begin }: Pick<StoreWriter, 'begin'>, { graph, pages }: TestSite): Promise<StoreMeta> {
  const push = await begin()
  try {
    for (const page of pages.values()) await push.add(page)
    return await push.finish(graphOfStore(graph, push.contentHash()))
  } catch (error) {
    await push.abandon()
    throw error
  }
}
