import type { SiteRules } from './generators/profile.ts'
import type { WeightRule } from './page-weight.ts'

/** Settings for the titles of pages. */
export interface TitleSettings {
  /** Title of the site, null if it is unknown. */
  readonly siteTitle: string | null
  /** The titles that no page may have, as an earlier reading of the whole site decided; null to decide again. */
  readonly commonTitles: readonly string[] | null
}

/** Settings for the search of pages. */
export interface WeightSettings {
  /** Weights of pages that state none. */
  readonly weights?: readonly WeightRule[]
}

/** Settings for the languages and versions of pages that state none. */
export interface ScopeSettings {
  /** BCP 47 tag, null for that of the root page. */
  readonly defaultLang: string | null
  readonly defaultVersion: string | null
  /** The language of each first folder that holds translations; null to find them by their names and pages. */
  readonly locales: Readonly<Record<string, string>> | null
}

/** Settings for what is published. */
export interface PublicationSettings {
  /** The clock that decides about dates of publication and expiry, in milliseconds since 1970. */
  readonly now: () => number
}

/** Settings for reading content as pages, complete and in range. */
export interface ContentSettings extends TitleSettings, ScopeSettings, WeightSettings, PublicationSettings {
  /** Prefix of every link, starting and ending with `/`. */
  readonly base: string
  /** True if links to pages end in `/`. */
  readonly trailingSlash: boolean
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  /** The rules of the generator that the sources are written for. */
  readonly rules: SiteRules
}
