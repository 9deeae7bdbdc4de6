/** Services over the versions of a site -> one service whose content is replaced while it serves. */
import type { SearchNeeds } from './graph/knowledge.ts'
import type { Service } from './service.ts'

/** A service whose content is replaced. */
export interface LiveService {
  /** Each call goes to the version that is current when it begins. */
  readonly service: Service
  /** Makes another version current. */
  readonly replace: (version: Service) => void
  /** Number of replacements so far. */
  readonly revision: () => number
}

/** A live service over its first version; all versions have the same model. */
export function createLiveService(first: Service): LiveService {
  let current = first
  let replacements = 0
  const service: Service = {
    model: first.model,
    canAnswer: first.canAnswer,
    chunks: (id) => current.chunks(id),
    pages: (after, limit) => current.pages(after, limit),
    pageMarkdown: (slug) => current.pageMarkdown(slug),
    weigh: (query, limit, filter) => current.weigh(query, limit, filter),
    contentHash: () => current.contentHash(),
    suggestions: () => current.suggestions(),
    filterValues: () => current.filterValues(),
    glossary: () => current.glossary(),
    term: (name) => current.term(name),
    sections: (group) => current.sections(group),
    section: (id) => current.section(id),
    overview: () => current.overview(),
    markdown: (id) => current.markdown(id),
    search: (query: string, limit: number, needs?: SearchNeeds) => current.search(query, limit, needs),
    warm: () => current.warm(),
  }
  return {
    service,
    replace: (version) => {
      current = version
      replacements += 1
    },
    revision: () => replacements,
  }
}
