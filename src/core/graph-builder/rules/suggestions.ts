/**
 * Sections -> questions that a reader would ask: at most one for each page, from all groups in turn, so that they cover
 * the whole site. A heading that is a question is taken; an English one that is an order or an activity ("Deploy your
 * site", "Adding a page") becomes a question if its grammar is certain: the nouns have their articles, the verb is one
 * that is no noun, or has an object with an article, and every capital is that of a name.
 */
import { foldSpace, groupBy } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import { guessLanguage, primaryOf } from '../../text/language.ts'
import { isCapitalized, type Spelling } from '../prose/spelling.ts'

/** UTF-16 units of one question. */
const MAX_LENGTH = 70
const MIN_LENGTH = 12

/** Verbs of tasks. */
const VERBS = wordsIn(`
  access add assign authenticate automate avoid build cache call change check choose clean clear combine compile
  configure connect control convert create customize customise debug define delete deploy detect disable display
  document download edit embed enable encrypt exclude export extend extract fetch filter find fix format generate
  handle hide host import improve include initialize inject inspect install integrate invalidate keep limit link lint
  list load localize log look manage map measure migrate minify modify monitor mount move navigate open optimize
  organize override parse pass prefetch prerender preview prevent process profile protect provide provision publish
  query read redirect refresh register reload remove rename render replace request reset resolve restrict retrieve
  return reuse review rewrite roll rotate run save schedule search secure select send serve set share show skip sort
  specify split start stop store stream style submit switch sync test track transform translate troubleshoot turn
  uninstall update upgrade upload use validate verify view watch wrap write
`)
/** Those that are no nouns, and whose -ing form describes none: their object may lack an article. */
const SURE_VERBS = wordsIn('add configure create customize define deploy enable install manage migrate use write')
/** Each form that a heading may open with -> its verb. */
const BASES = new Map([...VERBS].flatMap((verb) => [verb, ...gerundsOf(verb)].map((form) => [form, verb] as const)))

const DETERMINERS = 'an?|any|each|every|my|your|multiple|several|many|one|two|three'
const PREPOSITIONS = [
  'about|across|against|around|as|at|before|behind|between|by|during|for|from|in|inside|into|of|on|onto|outside|over',
  'per|through|to|under|until|via|with|within|without|when|while|if|where|that|which|using|and|or',
].join('|')
/** `Set up your project`: verb, adverb and object. */
const TASK = new RegExp(
  `^(?:How to )?([a-z]+)( up| in| out| on| off| back|) (?!(?:cases?|${PREPOSITIONS})\\b)([^:;.!?&|()[\\]{}<>,/]+)$`,
  'i',
)
const WITH_ARTICLE = new RegExp(`^(?:${DETERMINERS}) `, 'i')
/** A noun that lacks its article: `a page for runtime`. Names, identifiers and plurals need none. */
const BARE_NOUN = new RegExp(
  `(?:^|(?:^| )(?:${PREPOSITIONS}) )(?!(?:the|${DETERMINERS}) )` +
    `(?:(?!(?:${PREPOSITIONS}) )[\\p{Ll}-]+ )*?[\\p{Ll}-]*(?!s)\\p{Ll}(?= (?:${PREPOSITIONS}) |$)`,
  'u',
)
/** Words that no name is made of: in a title their capitals mean nothing. */
const FUNCTION_WORD = new RegExp(`^(?:the|up|out|off|on|back|down|${DETERMINERS}|${PREPOSITIONS})$`, 'i')
/** Openings of questions with a subject and a verb: "Why Acme?" and "What now?" ask nothing without their page. */
const QUESTION = new RegExp(
  `^(?:${[
    '(?:what|which) (?!about|if|now|next|for|else|then|changed|happen(?:s|ed)|went|(?:is|has) (?:changed|happened)\\b)',
    'what[\'’]s (?!new|changed|included|inside|up)|who ',
    '(?:how|why|when|where) (?:is|are|was|do|does|did|can|could|should|would|will|must|to|many|much|often|long|use) ',
    '(?:can|could|should|does|do|is|are|will) (?:i|the|an?|there|\\p{Lu}\\S*|\\S+s) ',
  ].join('|')})`,
  'iu',
)
/** Words that point to other text or to the one who speaks: the question would not be understood by itself. */
const DEPENDENT = new RegExp(
  `\\b(?:${[
    'this|that|these|those|it|its|they|them|their|here|there|above|below|next|previous|following|other|others|another',
    'different|same|both|either|again|instead|more|else|rest|step|part|(?<!your )first|second|last|finally|also|you',
    'yourself',
    'we|us|our|let[\'’]s|me|yours|etc|such|so|not|don[\'’]t|things?|stuff|example|examples',
  ].join('|')})\\b`,
  'i',
)

/** Questions of one site. */
const MAX_SUGGESTIONS = 6
/** UTF-16 units of text that the section of a question must have. */
const MIN_TEXT_LENGTH = 80
/** Pages about the project itself or its past, by a segment of the slug. */
const PROJECT_PAGE = new RegExp(
  `(?:^|/)(?:${[
    'contribut(?:e|ing|ors?|ions?)|maintain(?:ing|ers?)?|maintenance|governance|code-of-conduct|licen[cs]e|credits',
    'sponsors?|team',
    'change-?log|changes|releases?|release-notes|blog|news|posts?|translations?|privacy|404',
  ].join('|')})(?:$|[/_-])`,
  'i',
)
/** The headings of a tutorial are steps of its example: only its titles say what a reader may want to do. */
const TUTORIAL = /(?:^|\/)tutorials?(?:$|[/_-])/i

interface Candidate {
  readonly question: string
  readonly group: string | null
  readonly page: string
  readonly depth: number
}

/** The question of a heading. Those in other languages than English stay as they are; `isEnglish` is slow. */
export function questionOf(heading: string, spelling: Spelling, isEnglish: () => boolean): string | null {
  const name = foldSpace(heading)
  if (name.length > MAX_LENGTH) return null
  const isQuestion = /[?？؟]$/.test(name)
  const rewritten = isQuestion ? takeQuestion(name, spelling) : askHow(name, spelling)
  if (!isQuestion && rewritten === null) return null
  const question = isEnglish() ? rewritten : isQuestion ? name : null
  return question !== null && question.length >= MIN_LENGTH && question.length <= MAX_LENGTH ? question : null
}

/** A question that is understood by itself, without the capitals of a title. */
function takeQuestion(name: string, spelling: Spelling): string | null {
  if (!QUESTION.test(name) || /[:;!|?]./.test(name)) return null
  const [first = '', ...words] = name.slice(0, -1).split(' ')
  if (words.length < 2 || DEPENDENT.test(name) || /\byour?\b/i.test(name)) return null
  const sentenceWords = inSentenceCase(words, spelling)
  return sentenceWords === null ? null : `${first} ${sentenceWords.join(' ')}?`
}

/** `Deploy your site to Netlify` -> `How do I deploy my site to Netlify?`. */
function askHow(name: string, spelling: Spelling): string | null {
  const [, opening = '', adverb = '', object = ''] = TASK.exec(name) ?? []
  const verb = BASES.get(opening.toLowerCase())
  if (verb === undefined || !(SURE_VERBS.has(verb) || WITH_ARTICLE.test(object)) || DEPENDENT.test(object)) return null
  const words = inSentenceCase(object.split(' '), spelling)
  if (words === null || words.length < 2 || BARE_NOUN.test(words.join(' '))) return null
  // "The runtime" has been named on its page, "the Acme runtime" is known everywhere.
  if (words[0] === 'the' && !isCapitalized(words[1] ?? '')) return null
  const spoken = words.map((word) => (word === 'your' ? 'my' : word)).join(' ')
  return `How do I ${verb}${adverb.toLowerCase()} ${spoken}?`
}

/**
 * The words of a heading as a sentence spells them: names and identifiers keep their capitals. Null for a title-case
 * heading with a word that may be a name or not.
 */
function inSentenceCase(words: readonly string[], spelling: Spelling): readonly string[] | null {
  const isTitleCase = words.every((word) => isCapitalized(word) || word.length < 4 || FUNCTION_WORD.test(word))
  const areNames = words.map((word) => isNameWord(word, spelling))
  let isCertain = true
  const cased = words.map((word, i) => {
    const lower = word.toLowerCase()
    if (areNames[i] === true || word === 'I') return word
    if (FUNCTION_WORD.test(word)) return lower
    // In sentence case the capital itself shows a name. In a title, a word beside one may be a part of it: "VS Code".
    if (!isTitleCase) return spelling.isName(withoutGenitive(word)) === false ? lower : word
    const isBesideName = [i - 1, i + 1].some((at) => areNames[at] === true && isCapitalized(words[at] ?? ''))
    isCertain &&= !isBesideName && spelling.isName(withoutGenitive(word)) === false
    return lower
  })
  return isCertain ? cased : null
}

/** True for identifiers, and for words that sentences capitalize. */
function isNameWord(word: string, spelling: Spelling): boolean {
  const isWord = /^\p{Lu}\p{Ll}*(?:-\p{L}\p{Ll}*)*(?:['’]s)?$/u.test(word)
  return !isWord || (!FUNCTION_WORD.test(word) && spelling.isName(withoutGenitive(word)) === true)
}

function withoutGenitive(word: string): string {
  return word.replace(/['’]s$/, '')
}

/** Possible spellings of a verb's -ing form; wrong ones match nothing. */
function gerundsOf(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  return [`${stem}ing`, `${verb}${verb.at(-1)}ing`]
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** At most 6 questions, all different, those of page titles and top headings first. */
export function suggestQuestions(chunks: readonly Chunk[], spelling: Spelling): string[] {
  const candidates = chunks.flatMap((chunk) => candidateOf(chunk, spelling) ?? [])
  const lists = [...groupBy(candidates, ({ group }) => group).values()].map(onePerPage)
  const chosen: string[] = []
  for (const question of inTurn(lists)) {
    if (chosen.length === MAX_SUGGESTIONS) break
    if (!isRepeated(question, chosen)) chosen.push(question)
  }
  return chosen
}

/** The first of each list, then the second of each, and so on. */
function* inTurn(lists: readonly (readonly string[])[]): Generator<string> {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  for (let turn = 0; turn < longest; turn += 1) yield* lists.flatMap((list) => list.slice(turn, turn + 1))
}

/** True if a question is one of the others, or begins like it: "Why use Acme?" and "Why use Acme here?". */
function isRepeated(question: string, others: readonly string[]): boolean {
  const start = question.slice(0, -1)
  return others.some((other) => other.startsWith(start) || start.startsWith(other.slice(0, -1)))
}

function candidateOf(chunk: Chunk, spelling: Spelling): Candidate | null {
  const { title, heading, parents, group, lang, text, page } = chunk
  if (text.length < MIN_TEXT_LENGTH || parents.length > 1 || PROJECT_PAGE.test(page)) return null
  if (heading !== null && TUTORIAL.test(page)) return null
  const question = questionOf(heading ?? title, spelling, () => primaryOf(lang ?? guessLanguage(text)) === 'en')
  return question === null ? null : { question, group, page, depth: heading === null ? 0 : 1 + parents.length }
}

/** The questions by depth, without further ones of a page. */
function onePerPage(candidates: readonly Candidate[]): readonly string[] {
  const pages = new Set<string>()
  const sorted = [...candidates].sort((a, b) => a.depth - b.depth)
  return sorted.filter(({ page }) => !pages.has(page) && pages.add(page)).map(({ question }) => question)
}
