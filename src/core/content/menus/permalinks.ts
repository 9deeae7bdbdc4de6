/**
 * The forms of addresses in the configurations of Jekyll, for posts and collections, and Hugo, for sections:
 * jekyllrb.com/docs/permalinks, gohugo.io/configuration/permalinks. One that can't be read is told, and not used.
 */
import type { FrontValue } from '../frontmatter/value.ts'
import { HUGO_PARTS, isPermalink, JEKYLL_PARTS, type Permalink } from '../generators/permalink.ts'
import type { SourceGenerator } from '../generators/profile.ts'
import { textAt, valueAt } from './config-values.ts'
import { jekyllCollections } from './content-mounts.ts'

/** Sections of one site; more are not read. */
const MAX_SECTIONS = 1_000
/** Jekyll's styles; any other is a form, which pages outside of collections take only the end of. */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext', pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext', none: '/:categories/:title:output_ext',
}
const END = /\/$|:output_ext$|$/

/** The forms, and those that can't be read. */
export function readPermalinks(name: SourceGenerator, config: FrontValue | undefined) {
  const stated = name === 'jekyll' ? ofJekyll(config) : name === 'hugo' ? ofHugo(config) : []
  return {
    permalinks: stated.filter(({ form, parts }) => isPermalink(form, parts)),
    unread: stated.filter(({ form, parts }) => !isPermalink(form, parts)).map(({ form }) => form),
  }
}

function ofJekyll(config: FrontValue | undefined): readonly Permalink[] {
  const style = textAt(config, 'permalink') ?? 'date'
  const form = Object.hasOwn(STYLES, style) ? (STYLES[style] ?? '') : style
  return jekyllCollections(config).map(({ name, folder, permalink }) => {
    const usual = name === 'posts' ? form : `/:collection/:path${END.exec(form)?.[0] ?? ''}`
    return { folder: `${folder}/`, form: (permalink ?? usual).replaceAll(':collection', name), parts: JEKYLL_PARTS }
  })
}

function ofHugo(config: FrontValue | undefined): readonly Permalink[] {
  const entries = ['permalinks', 'permalinks.page'].flatMap((path) => {
    const forms = valueAt(config, path)
    return forms instanceof Map ? [...forms].slice(0, MAX_SECTIONS) : []
  })
  return entries.flatMap(([section, form]) => {
    if (typeof form !== 'string') return []
    return { folder: `${section}/`, form: `${form.replace(/\/$/, '')}/`, parts: HUGO_PARTS }
  })
}
