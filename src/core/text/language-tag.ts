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

/** Languages that docs are translated into; other names of two letters are rather those of tools. */
const LANGUAGES = new Set(`
  ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt
  lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo zh zu
`.trim().split(/\s+/))

/** The language that a folder has the name of, null for none. */
export function folderLanguage(folder: string): string | null {
  return LANGUAGES.has(folder.slice(0, 2).toLowerCase()) && /^..(?:[-_]|$)/.test(folder) ? languageTag(folder) : null
}
