/**
 * Names of versions -> their order, by which one of several copies of a section is shown: the owner's default version;
 * what has no version, and names of the newest release; releases, the newest first; what is not released yet.
 *
 * Sources: SemVer 2.0.0 §11 and PEP 440 (numbers and pre-releases), Read the Docs (`stable`, a release, and `latest`,
 * the main branch), mike (`latest`), Docusaurus (`next`).
 */

/** Stands for the version that the owner made the default one. */
export const DEFAULT_VERSION = '*'
/** Names of the newest release, the surest first; no version, at first, is what sites have at their root. */
const NEWEST = ['', 'stable', 'lts', 'latest', 'current']
const UNRELEASED_WORDS = 'next|main|master|trunk|head|develop|development|dev|draft|edge|nightly|canary|snapshot|' +
  'unreleased|experimental|preview|pre|alpha|beta|rc'
const UNRELEASED = new RegExp(`(?<![a-z])(?:${UNRELEASED_WORDS})(?![a-z])|\\d(?:a|b|c)\\d`)
/** A folder of one version: `v2`, `v2.1`, `1.x`, `4x`, `version-2.0.3`, `3.0-beta.1`; not `2024`. */
const RELEASE = new RegExp(
  '^(?:(?:v|version-|release-)\\d+|\\d+x$|\\d+\\.(?:\\d+|x))(?:\\.(?:\\d+|x))*' +
    `(?:[-.]?(?:lts|${UNRELEASED_WORDS})[-.]?\\d*)?$`,
)
const NAMED = new RegExp(`^(?:${NEWEST.slice(1).join('|')}|${UNRELEASED_WORDS})$`)

/** A folder that may be above one with a name of a version: a language, or the docs. Elsewhere `dev` is a subject. */
const ABOVE_NAMED = /^(?:[a-z]{2}(?:[-_][a-z]{2,4})?|docs?|documentation)$/

/** True for the name of a folder that is a release by its number. */
export function isRelease(name: string): boolean {
  return RELEASE.test(name.toLowerCase())
}

/** True for the name of a folder that may be a version without a number: `latest`, `draft`. */
export function isNamedVersion(name: string): boolean {
  return NAMED.test(name.toLowerCase())
}

/** The first folder of a page's slug that names a version, or the slug of such a folder itself; null for none. */
export function versionFolder(slug: string): string | null {
  const segments = slug.split('/')
  const folders = segments.length === 1 ? segments : segments.slice(0, -1)
  let mayBeNamed = true
  for (const folder of folders) {
    if (isRelease(folder) || (mayBeNamed && isNamedVersion(folder))) return folder
    mayBeNamed &&= ABOVE_NAMED.test(folder.toLowerCase())
  }
  return null
}

/** For each version its rank: 0 for those that come first, the same for versions that are equal (`v2`, `2.0`). */
export function versionRanks(versions: readonly string[]): number[] {
  const distinct = [...new Set(versions)].sort(compareVersions)
  let rank = 0
  const ranks = new Map(distinct.map((version, i) => {
    const previous = distinct[i - 1]
    if (previous !== undefined && compareVersions(previous, version) !== 0) rank = i
    return [version, rank]
  }))
  return versions.map((version) => ranks.get(version) ?? 0)
}

/** Below 0 if the first one comes first. */
function compareVersions(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  const classes = classOf(first) - classOf(second)
  return classes !== 0 ? classes : compareParts(partsOf(first), partsOf(second))
}

function classOf(version: string): number {
  if (version === DEFAULT_VERSION) return -1
  const newest = NEWEST.indexOf(version)
  if (newest >= 0) return newest
  return NEWEST.length + (UNRELEASED.test(version) ? 1 : 0)
}

/** The numbers and words of a version; `x` stands for all numbers. */
function partsOf(version: string): (number | string)[] {
  const parts = version.replace(/^(?:v|version|release)[-_ ]?(?=\d)/, '').match(/\d+|[a-z]+/g) ?? []
  return parts.map((part) => (part === 'x' ? Infinity : /\d/.test(part) ? Number(part) : part))
}

/** The higher numbers first, as numbers; numbers before words, and of two words the last by the alphabet: rc, beta. */
function compareParts(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [one = 0, other = 0] = [a[i], b[i]]
    if (one === other) continue
    if (typeof one === typeof other) return one > other ? -1 : 1
    return typeof one === 'number' ? -1 : 1
  }
  return 0
}
