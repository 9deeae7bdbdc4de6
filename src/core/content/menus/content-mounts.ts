/**
 * The configuration of Hugo -> the folders of its pages, if it names them: `contentDir` of a language, and mounts
 * (gohugo.io/configuration/module/#mounts). Their paths are those of the project.
 */
import type { FrontValue } from '../frontmatter/value.ts'
import type { ContentMount } from '../generators/source-address.ts'
import { valueAt } from './config-values.ts'

/** Folders of one site; more are not read. */
const MAX_MOUNTS = 200
const TARGET = /^content(?=\/|$)\/?/

/** The folders, those of the language `defaultLang` first; none if the configuration names none. */
export function contentMounts(config: FrontValue | undefined, defaultLang: string): readonly ContentMount[] {
  const mounts = valueAt(config, 'module.mounts')
  const mounted = Array.isArray(mounts) ? mounts.slice(0, MAX_MOUNTS).flatMap(mountAt) : []
  const languages = valueAt(config, 'languages')
  const named = languages instanceof Map ? [...languages].slice(0, MAX_MOUNTS) : []
  const ofLanguages = named.flatMap(([lang, settings]) => {
    const folder = valueAt(settings, 'contentDir')
    return typeof folder === 'string' ? [{ folder, route: '', lang }] : []
  })
  const all = [...mounted, ...ofLanguages]
  const ofSite = all.map((mount) => (mount.lang?.toLowerCase() === defaultLang ? { ...mount, lang: null } : mount))
  return ofSite.toSorted((a, b) => Number(a.lang !== null) - Number(b.lang !== null))
}

function mountAt(mount: FrontValue): readonly ContentMount[] {
  const [folder, target] = [valueAt(mount, 'source'), valueAt(mount, 'target')]
  if (typeof folder !== 'string' || typeof target !== 'string' || !TARGET.test(target)) return []
  const lang = valueAt(mount, 'lang') ?? valueAt(mount, 'sites.matrix.languages.0')
  return [{ folder, route: target.replace(TARGET, ''), lang: typeof lang === 'string' ? lang : null }]
}
