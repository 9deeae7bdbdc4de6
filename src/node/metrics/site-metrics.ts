/** The content of a site -> its size and age. */
import { gauge, type Metric } from './prometheus.ts'

/** The content that is served. */
export interface ServedContent {
  readonly pages: number
  readonly sections: number
  /** Time at which its index was built, in ms since 1970. */
  readonly indexedAt: number
}

/** Metrics of the content; none before it is read. */
export function siteMetrics(content: ServedContent | null): readonly Metric[] {
  if (content === null) return []
  const { pages, sections, indexedAt } = content
  return [
    gauge('ask_pages', 'Pages that are served.', pages),
    gauge('ask_sections', 'Sections in the index.', sections),
    gauge('ask_index_timestamp_seconds', 'When the index was built, in seconds from 1970.', indexedAt / 1_000),
  ]
}
