/**
 * The other names of a page, which its author gives it for readers who search by them: `aliases: [throttle, quota]`.
 * They
 * count as texts of links to the page's intro: names that say what the page is, worth less than its title.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { copyText } from '../copy-text.ts'
import type { Section } from '../page.ts'

/** Aliases of one page, and UTF-16 units of one of them. */
const MAX_ALIASES = 20
const MAX_ALIAS_LENGTH = 120
/** A former address of the page: Hugo redirects from its aliases. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/)|\/$|\.html?$/i

/** The sections with the aliases of their page at the intro. */
export function withAliases(sections: readonly Section[], aliases: readonly string[]): readonly Section[] {
  const names = aliases
    .map(foldSpace)
    .filter((name) => name !== '' && name.length <= MAX_ALIAS_LENGTH && !ADDRESS.test(name))
  const [intro, ...others] = sections
  if (intro === undefined || names.length === 0) return sections
  return [{ ...intro, linkTexts: [...new Set(names)].slice(0, MAX_ALIASES).map(copyText) }, ...others]
}
