/**
 * Frontmatter of a page, or the configuration of a site, -> the texts that `{{name}}` shows: on pages of MyST, where
 * they are a part of sentences, and on those of Jekyll and MkDocs with macros, where they are filled in first of all.
 * Sources: myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2,
 * jekyllrb.com/docs/variables, mkdocs-macros-plugin.readthedocs.io/en/latest/registering_variables.
 */
import type { SiteRules } from '../generators/rules.ts'
import { type FrontValue, membersAt } from './value.ts'

/** Texts of one page or site. */
const MAX_SUBSTITUTIONS = 1_000
/** What is no text in one. */
const LINK = /\[([^\][]{0,400})\]\([^()]{0,400}\)/g
const MARKS = /[`*]/g
/** The extension that reads them. */
const EXTENSION = /["']substitution["']/
/** The prefix of addresses, which the owner of the service gives. */
const PREFIX = /^site\.(?:base)?url$/
/** UTF-16 units of one value; longer ones are not filled in. */
const MAX_VALUE_LENGTH = 500
/** Maps inside of each other. */
const MAX_DEPTH = 4
/** A tag around raw text, or a name. */
const TEMPLATE = /\{%-?\s{0,20}(end)?(?:raw|verbatim)\b|\{\{-?\s{0,20}([\w-][\w.-]{0,200})\s{0,20}-?\}\}/g

/** The texts by their names, of a page. */
export function substitutionsOf(data: FrontValue | undefined): ReadonlyMap<string, string> {
  const entries = ['myst_substitutions', 'myst.substitutions'].flatMap((path) => membersAt(data, path))
  return new Map(entries.flatMap(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    return isText ? [[name, String(value).replace(LINK, '$1').replace(MARKS, '')] as const] : []
  }))
}

/** Those of a site, by the text of its configuration and the values in it; null if its pages have none. */
export function siteSubstitutions(
  { generator, dialect }: Pick<SiteRules, 'generator' | 'dialect'>,
  { text, values }: { readonly text: string; readonly values: FrontValue | undefined },
): ReadonlyMap<string, string> | null {
  if (dialect === 'myst') return EXTENSION.test(text) ? substitutionsOf(values) : null
  if (dialect !== 'liquid' || !(values instanceof Map)) return null
  const settings = generator === 'jekyll' ? settingsOf(values, 'site.') : settingsOf(values.get('extra'), '')
  return new Map(settings.filter(([key]) => !PREFIX.test(key)))
}

/** The plain values of a configuration by their paths: `site.author.name`. */
function settingsOf(values: FrontValue | undefined, prefix: string, depth = 0): (readonly [string, string])[] {
  if (!(values instanceof Map) || depth === MAX_DEPTH) return []
  return [...values].slice(0, MAX_SUBSTITUTIONS).flatMap(([key, value]) => {
    if (value instanceof Map) return settingsOf(value, `${prefix}${key}.`, depth + 1)
    const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_VALUE_LENGTH)
    return isShort ? [[prefix + key, String(value)] as const] : []
  })
}

/** A page with the values of its templates, as far as these are known, also in its code and addresses. */
export function fillTemplates(text: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0 || !text.includes('{{')) return text
  let isRaw = false
  return text.replace(TEMPLATE, (all, end?: string, name?: string) => {
    if (name === undefined) isRaw = end === undefined
    return (isRaw || name === undefined ? undefined : values.get(name)?.replace(/(?<!\s)\s*\n\s*/g, ' ')) ?? all
  })
}
