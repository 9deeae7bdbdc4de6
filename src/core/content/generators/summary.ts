/** The table of contents of a book, `SUMMARY.md` of mdBook and HonKit -> its chapters: no other page is published. */
import { decodeAddress } from './source-address.ts'

/** Titles of chapters by the paths of their files, relative to the table's folder, in order. */
export type Chapters = ReadonlyMap<string, string>

/** Chapters of one book; more are not read. */
const MAX_CHAPTERS = 50_000
/** `[Title](path.md)`; a chapter without a path is a draft. */
const CHAPTER = /\[((?:[^\][\\\n]|\\[^\n]|\[[^\][\n]{0,200}\]){1,400})\]\([ \t]*<?([^()<>\n]{1,1000}?)>?(?:[ \t]+"[^"\n]*")?[ \t]*\)/g
const MARKDOWN = /\.(?:md|markdown)$/i
const MARKS = /\\(?=[^\w\s])|[*_`]+(?=\S)|(?<=\S)[*_`]+/g

/** Reads the table; null for a text without chapters. */
export function readSummary(text: string): Chapters | null {
  const chapters = new Map<string, string>()
  for (const [, title = '', href = ''] of text.matchAll(CHAPTER)) {
    const path = decodeAddress(href.replace(/[#?].*$/, '')).replace(/^(?:\.?\/)+/, '')
    if (chapters.size < MAX_CHAPTERS && MARKDOWN.test(path) && !chapters.has(path)) {
      chapters.set(path, title.replace(MARKS, '').trim())
    }
  }
  return chapters.size === 0 ? null : chapters
}
