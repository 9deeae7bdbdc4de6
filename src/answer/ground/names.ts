/**
 * Names in an answer that readers type: flags, options, versions and paths. A name that occurs in no section and not
 * in the question is probably invented.
 */
import { type CodePart, codeOf } from './literals.ts'

/** Distinct names of one answer that are checked. */
const MAX_NAMES = 200

const FLAG = /(?<![\w-])--[A-Za-z][\w-]*/g
/** `v5`, `4.2.1`, not `4.2`, which may be any number. */
const VERSION = /(?<![\w.-])(?:v\d+(?:\.\d+)*|\d+\.\d+\.\d+)(?![\w-]|\.\d)/g
/** A code span that is one word: an option, a file, a path; not a number, and not a word of letters in lower case. */
const WORD = /^(?=.*[A-Z_./:@-])[@./A-Za-z_][\w./:@-]*[\w/]$/

/** Names that an answer invents. */
export interface InventedNames {
  /** All of them, each once. */
  readonly all: readonly string[]
  /** Those that are essential for the answer: they are in its first paragraph or in a block of code. */
  readonly essential: readonly string[]
}

/** The names of a Markdown answer that occur neither in the texts nor in the question. */
export function inventedNames(answer: string, question: string, texts: readonly string[]): InventedNames {
  const sources = [...texts, question]
  const isEssential = new Map<string, boolean>()
  let isFirst = true
  for (const part of codeOf(answer)) {
    for (const name of namesOf(part)) {
      if (isEssential.size >= MAX_NAMES && !isEssential.has(name)) break
      isEssential.set(name, isEssential.get(name) === true || isFirst || part.type === 'block')
    }
    if (part.type === 'text' && /\n[ \t]*\n/.test(part.text.trimStart())) isFirst = false
  }
  const all = [...isEssential.keys()].filter((name) => !sources.some((text) => hasName(text, name)))
  return { all, essential: all.filter((name) => isEssential.get(name)) }
}

function namesOf({ type, text }: CodePart): readonly string[] {
  const everywhere = [...text.matchAll(FLAG), ...text.matchAll(VERSION)].map(([name]) => name)
  return type === 'span' && WORD.test(text) && !text.startsWith('--') ? [...everywhere, text] : everywhere
}

/** True if a text has the name as a whole: `--port` is not in `--port-range`. */
function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\w-]/.test(text.charAt(at + name.length)) && !/\w/.test(text.charAt(at - 1))) return true
  }
  return false
}
