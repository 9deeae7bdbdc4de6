/**
 * Sections -> questions that a reader would ask: at most one for each page, from all groups in turn, so that they cover
 * the whole site. A heading that is a question is taken; an English one that is an order or an activity ("Deploy your
 * site", "Adding a page") becomes a question if its grammar is certain: the verb is not a noun here, the nouns have
 * their articles, and every capital is that of a name.
 */
import { foldSpace, groupBy } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import { isCapitalized, type Spelling } from '../prose/spelling.ts'

/** UTF-16 units of one question. */
const MAX_LENGTH = 70
const MIN_LENGTH = 12

/** Verbs that are not nouns, and whose -ing form describes no other noun: any object may follow. */
const VERBS = wordsIn(`
  add assign authenticate automate avoid choose combine compile configure convert create customize customise define
  delete deploy detect disable enable encrypt exclude extend extract generate improve include initialize
  inject inspect install integrate invalidate localize manage migrate minify modify optimize organize override
  parse prevent protect provide provision remove rename replace resolve restrict retrieve send serve specify
  translate troubleshoot uninstall use validate verify write
`)
/** Verbs that are also nouns ("Build hooks"), or whose -ing form is a noun: their object needs a determiner. */
const NOUN_VERBS = wordsIn(`
  access build cache call change check clear connect control debug display document download edit embed export
  fetch filter find fix format handle hide host import limit link lint list load log map measure monitor mount move
  navigate open pass prefetch preload prerender preview process profile publish query read redirect refresh
  register reload render request reset return reuse review rewrite rotate run save scan schedule search secure
  select set share show skip sort
  split start stop store stream style submit switch sync test track transform type update upgrade upload
  view watch wrap
`)
/** Verbs that need no object before a preposition: "Deploy to a host". */
const INTRANSITIVE = wordsIn(`
  authenticate build communicate connect debug deploy integrate interact link listen migrate move navigate publish
  subscribe switch test upgrade work
`)
/** Adverbs that make a new verb: "Set up your project" is not a noun either way. */
const PARTICLES = new Map(Object.entries({
  set: ['up'], clean: ['up'], sign: ['in', 'up', 'out'], log: ['in', 'out'], opt: ['in', 'out'], turn: ['on', 'off'],
  roll: ['back', 'out'], look: ['up'], back: ['up'], keep: ['up'],
}))
/** Each form that a heading may open with -> its verb. */
const BASES = new Map(
  [...VERBS, ...NOUN_VERBS, ...INTRANSITIVE, ...PARTICLES.keys()].flatMap((verb) => {
    return [verb, ...gerundsOf(verb)].map((form) => [form, verb] as const)
  }),
)

const DETERMINERS = wordsIn('a an any all each every my your multiple several some many one two three')
const PREPOSITIONS = wordsIn(`
  about across against around as at before behind between by during for from in inside into of on onto outside over
  per through to under until via with within without when while if where that which using and or
`)
/** Words that no name is made of: in a title their capitals mean nothing. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...DETERMINERS, ...PREPOSITIONS, ...wordsIn('the up out off back down'),
])
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
/** Function words of English, and the least share of them in English text. */
const ENGLISH = /^(?:the|to|of|and|is|in|for|with|you|are|that|can|your|an?|it|by|on|or|this|be|from|as)$/
const ENGLISH_SHARE = 0.12
/** UTF-16 units of a section that are read to recognize English. */
const MAX_READ_LENGTH = 600

/** Knowledge about the text of a heading. */
export interface HeadingContext {
  readonly spelling: Spelling
  readonly isEnglish: boolean
}

interface Candidate {
  readonly question: string
  readonly group: string | null
  readonly page: string
  readonly depth: number
}

/** The question of a heading. Questions in other languages than English stay as they are. */
export function questionOf(heading: string, { spelling, isEnglish }: HeadingContext): string | null {
  const name = foldSpace(heading)
  const isQuestion = /[?？؟]$/.test(name)
  const rewrite = isQuestion ? takeQuestion : askHow
  const question = isEnglish ? rewrite(name, spelling) : isQuestion ? name : null
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
  const [, opening = '', object = ''] = /^(?:How to )?([A-Za-z]+) ([^:;.!?&|()[\]{}<>,/]+)$/i.exec(name) ?? []
  const verb = BASES.get(opening.toLowerCase())
  if (verb === undefined || DEPENDENT.test(object)) return null
  const words = inSentenceCase(object.split(' '), spelling)
  if (words === null || words.length < 2) return null
  const particle = PARTICLES.get(verb)?.includes(words[0] ?? '') === true ? words[0] : undefined
  const objectWords = particle === undefined ? words : words.slice(1)
  const hasObject = particle === undefined ? takesObject(verb, objectWords) : objectWords.length > 0
  if (!hasObject || !isComplete(objectWords)) return null
  const spoken = objectWords.map((word) => (word === 'your' ? 'my' : word))
  return `How do I ${[verb, ...(particle === undefined ? [] : [particle]), ...spoken].join(' ')}?`
}

/** True if the words after the verb can only be its object, or what it does without one. */
function takesObject(verb: string, [first = '']: readonly string[]): boolean {
  if (PREPOSITIONS.has(first)) return INTRANSITIVE.has(verb) && !/^(?:and|or|of|that|which|as)$/.test(first)
  return VERBS.has(verb) || (NOUN_VERBS.has(verb) && (DETERMINERS.has(first) || first === 'the'))
}

/**
 * True if each noun phrase has the article that it needs, and the first one doesn't depend on the page:
 * "the runtime" has been named there, "the runtime of a worker" has not.
 */
function isComplete(words: readonly string[]): boolean {
  const [first = '', noun = '', next = ''] = words
  // "Use cases" is not an instruction.
  if (/^cases?$/.test(first)) return false
  const isBare = next === '' || (PREPOSITIONS.has(next) && !/^(?:of|for|from|in|on|to|between)$/.test(next))
  if (first === 'the' && isBare && !isCapitalized(noun)) return false
  return phrasesOf(words).every((phrase) => {
    const nouns = phrase.filter((word) => !word.endsWith('ly'))
    const noun = nouns.at(-1)
    if (noun === undefined) return phrase.length === 0
    const isSingular = !/[^si]s$/.test(noun) && !/^\d/.test(noun)
    const hasDeterminer = DETERMINERS.has(nouns[0] ?? '') || nouns[0] === 'the' || /['’]s$/.test(nouns[0] ?? '')
    if (hasDeterminer) return nouns.length > 1
    // Names and identifiers need no article.
    const isCommon = /^\p{Ll}+(?:-\p{Ll}+)*$/u.test(noun)
    return !isSingular || !isCommon || noun.endsWith('ing')
  })
}

/** The words between prepositions; empty if two of them follow each other. */
function phrasesOf(words: readonly string[]): readonly (readonly string[])[] {
  const phrases: string[][] = [[]]
  for (const word of words) {
    if (PREPOSITIONS.has(word)) phrases.push([])
    else phrases.at(-1)?.push(word)
  }
  return PREPOSITIONS.has(words[0] ?? '') ? phrases.slice(1) : phrases
}

/**
 * The words of a heading as a sentence spells them: names and identifiers keep their capitals. Null for a title-case
 * heading with a word that may be a name or not.
 */
function inSentenceCase(words: readonly string[], spelling: Spelling): readonly string[] | null {
  const isTitleCase = words.every((word) => isCapitalized(word) || word.length < 4 || PREPOSITIONS.has(word))
  const areNames = words.map((word) => isNameWord(word, spelling))
  let isCertain = true
  const cased = words.map((word, i) => {
    const lower = word.toLowerCase()
    if (areNames[i] === true || word === 'I') return word
    if (FUNCTION_WORDS.has(lower)) return lower
    // In sentence case the capital itself shows a name. In a title, a word beside one may be a part of it: "VS Code".
    if (!isTitleCase) return spelling.isName(withoutGenitive(word)) === false ? lower : word
    const isBesideName = [i - 1, i + 1].some((at) => areNames[at] === true && isCapitalized(words[at] ?? ''))
    const isName = spelling.isName(withoutGenitive(word))
    isCertain &&= isName === false ? !isBesideName : isName === null && VERBS.has(lower)
    return lower
  })
  return isCertain ? cased : null
}

/** True for identifiers, and for words that sentences capitalize. */
function isNameWord(word: string, spelling: Spelling): boolean {
  const isWord = /^\p{Lu}\p{Ll}*(?:-\p{L}\p{Ll}*)*(?:['’]s)?$/u.test(word)
  return !isWord || (!FUNCTION_WORDS.has(word.toLowerCase()) && spelling.isName(withoutGenitive(word)) === true)
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
  const isEnglish = englishOf(chunks)
  const candidates = chunks.flatMap((chunk) => candidateOf(chunk, { spelling, isEnglish: isEnglish(chunk) }) ?? [])
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

function candidateOf(chunk: Chunk, context: HeadingContext): Candidate | null {
  const { title, heading, parents, group, text, page } = chunk
  if (text.length < MIN_TEXT_LENGTH || parents.length > 1 || PROJECT_PAGE.test(page)) return null
  if (heading !== null && TUTORIAL.test(page)) return null
  const question = questionOf(heading ?? title, context)
  return question === null ? null : { question, group, page, depth: heading === null ? 0 : 1 + parents.length }
}

/** The questions by depth, without further ones of a page. */
function onePerPage(candidates: readonly Candidate[]): readonly string[] {
  const pages = new Set<string>()
  const sorted = [...candidates].sort((a, b) => a.depth - b.depth)
  return sorted.filter(({ page }) => !pages.has(page) && pages.add(page)).map(({ question }) => question)
}

/** True for English pages; the pages of a site without a stated language are judged by all of their text. */
function englishOf(chunks: readonly Chunk[]): (chunk: Chunk) => boolean {
  let words = 0
  let functionWords = 0
  for (const { lang, text } of chunks) {
    if (lang !== null) continue
    const read = text.slice(0, MAX_READ_LENGTH).toLowerCase().match(/\p{L}+/gu) ?? []
    words += read.length
    functionWords += read.filter((word) => ENGLISH.test(word)).length
  }
  const isMostlyEnglish = functionWords >= ENGLISH_SHARE * words
  return ({ lang }) => (lang === null ? isMostlyEnglish : /^en\b/i.test(lang))
}
