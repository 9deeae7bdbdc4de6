/** The list below the field as groups of rows: results by page, questions, the row that asks, recent searches. */
import type { KeywordResult } from '../../../core/answer.ts'
import type { SearchReply } from '../client/messages.ts'
import type { IconName } from '../dom/icons.ts'
import type { Strings } from '../text/strings.ts'

export interface Row {
  readonly type: 'result' | 'source' | 'more' | 'ask' | 'suggestion' | 'recent' | 'clear'
  readonly icon: IconName
  /** The question or query; the heading of a result or the title of its page; what a row of another type does. */
  readonly text: string
  /** Text below it. */
  readonly hint?: string
  /** Other versions of a result. */
  readonly also?: string
  readonly url?: string
}

export interface RowGroup {
  /** Empty for rows that need no title, as the first of them has it. */
  readonly title: string
  /** Group and version of the page, empty where it has none. */
  readonly path: string
  readonly rows: readonly Row[]
}

/** The query with everything that can be chosen for it. */
export interface ListContent extends Pick<SearchReply, 'results' | 'more' | 'completions'> {
  /** As it was typed. */
  readonly query: string
  /** True if all results are shown, not the first ten alone. */
  readonly isAll: boolean
  readonly canAsk: boolean
  readonly isQuestion: boolean
  readonly recent: readonly string[]
  readonly suggestions: readonly string[]
}

/** Results that are shown before a reader asks for more. */
const MAX_FIRST = 10

/** Groups in the order in which they are shown, without empty ones. */
export function groupRows(choice: ListContent, texts: Strings): readonly RowGroup[] {
  const { query, results, more, isAll, canAsk, isQuestion, recent, suggestions, completions } = choice
  const group = (isShown: unknown, title: string, ...rows: readonly Row[]): readonly RowGroup[] =>
    isShown ? [{ title, path: '', rows }] : []
  const suggest = (questions: readonly string[]): readonly RowGroup[] =>
    group(questions[0], texts.suggestions, ...questions.map((text): Row => ({ type: 'suggestion', icon: 'ask', text })))
  if (!query.trim()) {
    const searches = recent.map((text): Row => ({ type: 'recent', icon: 'search', text }))
    const clear: Row = { type: 'clear', icon: 'close', text: texts.clear }
    return [...group(recent[0], texts.recent, ...searches, clear), ...suggest(suggestions)]
  }
  const ask: Row = { type: 'ask', icon: 'ask', text: `${texts.ask}: ${query.trim()}`, hint: texts.askHint }
  const asks = group(canAsk, '', ask)
  // Those that a reader asked for come below the others, which stay where they are.
  const [first, others] = [results.slice(0, MAX_FIRST), results.slice(MAX_FIRST)]
  const moreRow: Row = { type: 'more', icon: 'fresh', text: texts.more }
  const rest = isAll ? groupByPage(others, texts) : group(more || others[0], '', moreRow)
  const found = [...groupByPage(first, texts), ...rest, ...suggest(completions)]
  return isQuestion ? [...asks, ...found] : [...found, ...asks]
}

/** Pages in the order of their best result. */
function groupByPage(results: readonly KeywordResult[], texts: Strings): readonly RowGroup[] {
  const pages = new Map<string, { readonly title: string; readonly path: string; readonly rows: Row[] }>()
  for (const { title, heading, url, group, version, snippet: hint, alsoIn = [] } of results) {
    const [address = ''] = url.split('#', 1)
    // A page that is found itself needs no title above it.
    const path = [group, version].filter(Boolean).join(' · ')
    const page = pages.get(address) ?? { title: heading ? title : '', path, rows: [] }
    pages.set(address, page)
    const icon = heading ? 'section' : 'page'
    const also = alsoIn.length > 0 ? `${texts.alsoIn}: ${alsoIn.join(', ')}` : ''
    page.rows.push({ type: 'result', icon, text: heading || title, hint, also, url })
  }
  return [...pages.values()]
}

/**
 * True for text that reads as a question. `questionWords` are in lower case, separated by spaces; they begin a
 * question, and are anywhere in it in scripts without spaces.
 */
export function readsAsQuestion(text: string, questionWords: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  const isQuestionWord = (word: string) =>
    word > '\u2e7f' ? text.includes(word) : words.length > 2 && words[0] === word
  return /[?？؟]\s*$/.test(text) || questionWords.split(' ').some(isQuestionWord)
}
