/**
 * The info string of a fenced code block -> its language and its title, as
 * Astro, VitePress, Docusaurus, MkDocs, Hugo and Quarto write them.
 */

/** UTF-16 units of an info string that are read. */
const MAX_LENGTH = 1_000

/** `js`, `{.python}`, `js{1,3}`, `ts:line-numbers`; a language is a word, `c++` and `c#` too. */
const LANGUAGE = /^\{?\s*\.?([A-Za-z0-9][\w+#.-]*)(?!\S*=)/
const TITLE = /(?:^|[\s{,])(?:title|filename|file|name|caption)=(?:"([^"]*)"|'([^']*)'|([^\s}"']+))/
/** The tab's label in a code group of VitePress: `js [config.js]`. */
const LABEL = /\s\[([^\]]+)\]/

/** Language and title of a code block. */
export interface CodeInfo {
  readonly lang: string | null
  /** Most often the name of a file. */
  readonly title: string | null
}

/** Parses an info string. */
export function readCodeInfo(source: string): CodeInfo {
  const info = source.slice(0, MAX_LENGTH).trim()
  const title = TITLE.exec(info)
  return {
    lang: LANGUAGE.exec(info)?.[1] ?? null,
    title: title?.[1] ?? title?.[2] ?? title?.[3] ?? LABEL.exec(info)?.[1] ?? null,
  }
}
