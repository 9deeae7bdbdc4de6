/**
 * Frontmatter of a page, or the configuration of a site, -> the texts that `{{name}}` shows: on pages of MyST, where
 * they are a part of sentences, and on those of Jekyll, HonKit and MkDocs with macros, where they are filled in first,
 * as the expressions of GitBook are. Sources: jekyllrb.com/docs/variables, honkit.netlify.app/templating/variables,
 * myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2,
 * mkdocs-macros-plugin.readthedocs.io/en/latest/registering_variables,
 * gitbook.com/docs/create-content/variables-and-expressions.
 */
import { decodeEntities } from '../entities.ts'
import type { SiteRules } from '../generators/rules.ts'
import { type FrontMap, type FrontValue, membersAt, valueAt } from './value.ts'

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
/** Where a configuration has them, empty for all of it, and what is before their names; of others in `extra`. */
const VARIABLES: Readonly<Record<string, { readonly key: string; readonly prefix: string }>> = {
  jekyll: { key: '', prefix: 'site.' }, honkit: { key: 'variables', prefix: 'book.' },
  gitbook: { key: 'vars', prefix: 'space.vars.' },
}
/** A tag around raw text, a name, or an expression of GitBook: `space.vars.a + "b"`. */
const TEMPLATE = new RegExp(
  /\{%-?\s{0,20}(end)?(?:raw|verbatim)\b|\{\{-?\s{0,20}([\w-][\w.-]{0,200})\s{0,20}-?\}\}/.source +
    /|<code class="expression">([^<]{1,400})<\/code>/.source,
  'g',
)
const OF_PAGE = 'page.vars.'

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
  if (generator !== 'gitbook' && (dialect !== 'liquid' || !(values instanceof Map))) return null
  const { key, prefix } = VARIABLES[generator] ?? { key: 'extra', prefix: '' }
  const settings = settingsOf(key === '' ? values : valueAt(values, key), prefix)
  return new Map(settings.filter(([name]) => !PREFIX.test(name)))
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
export function fillTemplates(text: string, values: ReadonlyMap<string, string>, page: FrontMap): string {
  if (!text.includes('{{') && !text.includes('class="expression"')) return text
  const textOf = (name: string) => {
    const own = name.startsWith(OF_PAGE) ? valueAt(page, name.slice('page.'.length)) : undefined
    const value = values.get(name) ?? (typeof own === 'string' || typeof own === 'number' ? String(own) : undefined)
    return value?.replace(/(?<!\s)\s*\n\s*/g, ' ')
  }
  const partOf = (part: string) => /^(["'])(.*)\1$/.exec(part)?.[2] ?? textOf(part.replaceAll('\\', ''))
  let isRaw = false
  return text.replace(TEMPLATE, (all, end?: string, name?: string, expression?: string) => {
    if (expression !== undefined) {
      const parts = decodeEntities(expression).split('+').map((part) => partOf(part.trim()))
      return parts.includes(undefined) ? all : parts.join('')
    }
    if (name === undefined) isRaw = end === undefined
    return (isRaw || name === undefined ? undefined : textOf(name)) ?? all
  })
}
