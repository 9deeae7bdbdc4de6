/** The site of some files, given by path and text, as `readSiteFiles()` reads it. */
import { PLAIN_RULES } from '../../src/core/content/generators/rules.ts'
import { readSiteFiles, type Site } from '../../src/core/content/site/site.ts'
import type { ContentSettings } from '../../src/core/content/settings.ts'

export const SETTINGS: ContentSettings = {
  base: '/', trailingSlash: true, depth: 6, siteTitle: null, commonTitles: null, now: () => Date.UTC(2026, 0, 1), defaultLang: null, defaultVersion: null, locales: null, rules: PLAIN_RULES,
}

/** Reads the files in the order given. */
export function siteOf(files: Readonly<Record<string, string>>, settings: Partial<ContentSettings> = {}): Site {
  return readSiteFiles(Object.entries(files).map(([path, text]) => ({ path, text })), { ...SETTINGS, ...settings })
}
