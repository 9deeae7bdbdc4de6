/**
 * Headings -> questions that a reader would ask. Headings that are questions
 * stay as they are; English ones that open with a verb ("Deploy your site",
 * "Adding a page") become questions. Groups take turns, so that the questions
 * cover the whole site.
 */
import type { Chunk } from '../../content/chunk.ts'

/** Questions of one site. */
const MAX_SUGGESTIONS = 6
/** UTF-16 units of one question. */
const MAX_LENGTH = 70
/** UTF-16 units of text that the section of a question must have. */
const MIN_TEXT_LENGTH = 80

const VERBS = `
  access add assign authenticate automate build call change check choose clear combine compile configure connect
  control convert create customize customise debug define delete deploy detect disable display document download
  edit embed enable exclude export extend extract fetch filter find fix format generate get handle hide host
  import improve include initialize inject inspect install integrate invalidate limit link lint list load localize
  log manage map measure migrate minify modify monitor mount move navigate open optimize organize override
  paginate parse pass prefetch preload prerender preview prevent process profile protect provision publish query
  read redirect refresh register reload remove rename render replace request reset resolve restrict retrieve
  return reuse review rewrite rotate run save scan schedule search secure select send serve set share show sign
  skip sort specify start stop store stream style submit subscribe switch sync test track transform translate
  troubleshoot type uninstall update upgrade upload use validate verify view watch work write
`.trim().split(/\s+/)
/** Each form that a heading may open with -> its verb. */
const BASES = new Map(VERBS.flatMap((verb) => [verb, ...gerundsOf(verb)].map((form) => [form, verb] as const)))

/** At most 6 questions, all different. */
export function suggestQuestions(chunks: readonly Chunk[]): string[] {
  const groups = new Map<string | null, string[]>()
  for (const chunk of chunks) {
    const question = questionOf(chunk)
    if (question === null) continue
    const list = groups.get(chunk.group) ?? []
    groups.set(chunk.group, list)
    list.push(question)
  }
  const chosen = new Set<string>()
  for (let turn = 0; chosen.size < MAX_SUGGESTIONS; turn += 1) {
    const round = [...groups.values()].flatMap((questions) => questions.slice(turn, turn + 1))
    if (round.length === 0) break
    for (const question of round) if (chosen.size < MAX_SUGGESTIONS) chosen.add(question)
  }
  return [...chosen]
}

function questionOf({ title, heading, parents, text }: Chunk): string | null {
  if (text.length < MIN_TEXT_LENGTH || parents.length > 1) return null
  const name = (heading ?? title).trim()
  const question = /[?？؟]$/.test(name) ? name : askHow(name)
  return question !== null && question.length >= 12 && question.length <= MAX_LENGTH ? question : null
}

/** `Deploy your site to Netlify` -> `How do I deploy my site to Netlify?`. */
function askHow(name: string): string | null {
  const [, word = '', object = ''] = /^(?:How to )?([A-Za-z]+)( [^:;.!|()]+)$/.exec(name) ?? []
  const verb = BASES.get(word.toLowerCase())
  if (verb === undefined || object.split(' ').length < 3) return null
  // "Reading and starting" has a second verb, which would have to change too.
  if (/ (?:and|or) [a-z]+ing\b/.test(object)) return null
  const ownObject = object.replace(/\byour\b/g, 'my').replace(/\byou\b/g, 'I').replace(/\byourself\b/g, 'myself')
  return `How do I ${verb}${ownObject}?`
}

/** Possible spellings of a verb's -ing form; wrong ones match nothing. */
function gerundsOf(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  return [`${stem}ing`, `${verb}${verb.at(-1)}ing`]
}
