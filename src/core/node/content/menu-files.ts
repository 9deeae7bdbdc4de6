/** The files of a generator's project -> the menu of its pages, and the pages that are left out. */
import { basename, dirname, join, relative, sep } from 'node:path'
import type { FrontValue } from '../../content/frontmatter/value.ts'
import { ignoredPaths, type PathPattern } from '../../content/generators/path-pattern.ts'
import type { Profile } from '../../content/generators/profile.ts'
import type { FolderMenu, MenuEntry, SiteMenu } from '../../content/generators/site-menu.ts'
import { parseConfig, valueAt } from '../../content/menus/config-values.ts'
import { excludedPaths } from '../../content/menus/exclusions.ts'
import { readFolderMenu, readMenu, readSummary } from '../../content/menus/menu.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { isPublicName } from '../../content/site/site.ts'
import { readConfigFile } from '../files/bounded-file.ts'
import { fileWarning, listFiles, WALK_LIMITS } from '../files/walk.ts'

/** Files that order their folders; more are not read. */
const MAX_FOLDER_FILES = 5_000
const SUMMARY = 'SUMMARY.md'
const UNREAD = 'The menu can\'t be read without running it: pages are in the order of their addresses'

/** A project of a generator. */
interface Project {
  readonly root: string
  /** Folder of the pages. */
  readonly source: string
  readonly profile: Profile
  readonly config: SourceFile
}

/** What the files of a project say of its pages. */
interface MenuFiles {
  readonly menu: SiteMenu
  readonly excluded: readonly PathPattern[]
  /** Paths of the files that were read. */
  readonly files: readonly string[]
  /** At most one: the menu is computed, or broken. */
  readonly warnings: readonly Warning[]
}

/** Reads menu and exclusions. */
export async function readMenuFiles({ root, source, profile, config }: Project): Promise<MenuFiles> {
  const { menu: { files, keys, tree, folderFile, hasSummary, hasTitles }, excludes, ignoreFile } = profile
  const ignored = ignoreFile === null ? null : await readConfigFile('', [join(root, ignoreFile)])
  const places = hasSummary ? [join(source, SUMMARY)] : files.map((name) => join(root, name))
  const own = await readConfigFile('', places)
  const values = keys.length + excludes.length === 0 ? undefined : parseConfig(config.path, config.text)
  const ofMenu = own === null || hasSummary ? values : parseConfig(own.path, own.text)
  const entries = own !== null && hasSummary
    ? readSummary(own.text)
    : keys.flatMap((key) => entriesAt(ofMenu, key, hasTitles))
  const isUnread = keys.length > 0 && entries.length === 0 && hasMenu(own ?? config, files.length > 0 ? [] : keys)
  const folderFiles = folderFile === null ? [] : await readFolderFiles(source, folderFile)
  const read = [config, own, ignored, ...folderFiles].flatMap((file) => file?.path ?? [])
  const isWhole = hasSummary && entries.length > 0
  return {
    menu: { entries, tree, folders: foldersOf(folderFiles, source), isWhole, hasTitles },
    excluded: [...excludes.flatMap((key) => excludedPaths(valueAt(values, key))), ...ignoredPaths(ignored?.text ?? '')],
    files: [...new Set([...read, ...(hasSummary ? places : [])])],
    warnings: isUnread ? [fileWarning(basename((own ?? config).path), UNREAD)] : [],
  }
}

/** The menu at a path of keys, and those of the languages beside it; of a whole file all of its menus. */
function entriesAt(values: FrontValue | undefined, key: string, isTitled: boolean): readonly MenuEntry[] {
  if (key === '') return values instanceof Map ? [...values.values()].flatMap((menu) => readMenu(menu, isTitled)) : []
  const locales = valueAt(values, 'locales')
  const languages = locales instanceof Map ? [...locales.values()] : []
  return [values, ...languages].flatMap((one) => readMenu(valueAt(one, key), isTitled))
}

/** True for a configuration that has a menu, whether it can be read or not. */
function hasMenu({ text }: SourceFile, keys: readonly string[]): boolean {
  return keys.length === 0
    ? /\bitems\b|\bid\b|\[/.test(text)
    : keys.some((key) => new RegExp(`^[ \\t]*["']?${key.replace(/^.*\./, '')}["']?[ \\t]*[:(]`, 'm').test(text))
}

/** The files that order the folders that they are in. */
async function readFolderFiles(source: string, folderFile: RegExp): Promise<readonly SourceFile[]> {
  const isName = (name: string) => folderFile.test(name) || isPublicName(name)
  const walk = { ...WALK_LIMITS, isPublicName: isName, isWanted: (path: string) => folderFile.test(basename(path)) }
  const { paths } = await listFiles(source, walk)
  const files: SourceFile[] = []
  for (const path of paths.slice(0, MAX_FOLDER_FILES)) {
    const file = await readConfigFile('', [join(source, path)])
    if (file !== null) files.push(file)
  }
  return files
}

function foldersOf(files: readonly SourceFile[], source: string): ReadonlyMap<string, FolderMenu> {
  return new Map(files.flatMap((file) => {
    const menu = readFolderMenu(basename(file.path), parseConfig(file.path, file.text))
    return menu === null ? [] : [[relative(source, dirname(file.path)).split(sep).join('/'), menu] as const]
  }))
}
