/**
 * Pages -> those in the main language of a site that is translated. The texts
 * about the site as a whole are in one language.
 */
import type { Page } from '../../content/page.ts'

/** A language tag as a folder has it: `de`, `pt-br`, `zh-hans`. */
const LANGUAGE_FOLDER = /^([a-z]{2}(?:-[a-z]{2,4})?)\/(.+)$/i
/** Minimum share of a folder's pages that another part of the site has under the same name. */
const MIRRORED_SHARE = 0.5
/** Minimum number of them. */
const MIN_MIRRORED = 2

/** The pages in the main language, in order. */
export function mainLanguagePages(pages: readonly Page[]): readonly Page[] {
  const language = pages.find(({ slug }) => slug === 'index')?.lang ?? null
  const isMain = ({ lang }: Page) => language === null || lang === null || primary(lang) === primary(language)
  const translations = translatedFolders(pages)
  return pages.filter((page) => isMain(page) && !translations.has(folderOf(page.slug)))
}

function translatedFolders(pages: readonly Page[]): ReadonlySet<string> {
  const names = new Map<string, Set<string>>([['', new Set()]])
  for (const { slug } of pages) {
    const folder = folderOf(slug)
    const list = names.get(folder) ?? new Set()
    names.set(folder, list)
    list.add(folder === '' ? slug : slug.slice(folder.length + 1))
  }
  const original = originalOf(names)
  const mirror = names.get(original) ?? new Set()
  const isTranslation = ([folder, list]: readonly [string, ReadonlySet<string>]) => {
    const shared = [...list].filter((name) => mirror.has(name)).length
    return folder !== original && folder !== '' && shared >= Math.max(MIN_MIRRORED, MIRRORED_SHARE * list.size)
  }
  return new Set([...names].filter(isTranslation).map(([folder]) => folder))
}

/** The folder that others translate: the root, else English, else the one with most pages. */
function originalOf(names: ReadonlyMap<string, ReadonlySet<string>>): string {
  const folders = [...names].filter(([folder]) => folder !== '')
  const [largest] = folders.sort(([, a], [, b]) => b.size - a.size)
  if (largest === undefined || (names.get('')?.size ?? 0) >= MIRRORED_SHARE * largest[1].size) return ''
  return folders.find(([folder]) => primary(folder) === 'en')?.[0] ?? largest[0]
}

function folderOf(slug: string): string {
  return LANGUAGE_FOLDER.exec(slug)?.[1] ?? ''
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
