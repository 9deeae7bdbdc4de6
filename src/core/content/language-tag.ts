/** A language as people write it -> its BCP 47 tag in one spelling: `pt_br` and `pt-BR` are the same. */

/** A language with up to four subtags: `en`, `pt-BR`, `zh_Hans`. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4}$/i

/** The tag with the usual case of its parts (RFC 5646, 2.1.1), null for text that is none. */
export function languageTag(text: string): string | null {
  if (!TAG.test(text)) return null
  const [language = '', ...subtags] = text.toLowerCase().split(/[-_]/)
  return [language, ...subtags.map(spellSubtag)].join('-')
}

/** Regions have two letters, scripts four. */
function spellSubtag(subtag: string): string {
  if (/^[a-z]{2}$/.test(subtag)) return subtag.toUpperCase()
  return /^[a-z]{4}$/.test(subtag) ? subtag.charAt(0).toUpperCase() + subtag.slice(1) : subtag
}
