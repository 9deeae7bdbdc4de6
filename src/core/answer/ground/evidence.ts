/**
 * The question and the sections that were shown -> what the statements of an answer are held against, and which names
 * are the reader's own.
 */
import { CONFIGURATION, hasAny, NUMBER } from './claims.ts'
import { quantitiesIn } from './quantity.ts'
import { readSource, type SourceText } from './sections.ts'
import { MAX_HELD, readSection, type Section } from './topics.ts'
import type { AnswerText, Unit } from './units.ts'

/** UTF-16 units of an answer that are checked, and names and numbers of a question that count. */
export const MAX_CHECKED = 64_000
const MAX_ASKED = 20
/** A name of several parts: `http.latency`, `http_latency` and `http-latency` have the same. */
const NAME = /(?<![a-z0-9])[a-z0-9]+(?:[._-][a-z0-9]+)+/g
/** Names and ports that the code of an answer gives to things of the reader: `name: orders`, `class Order`, `-p 80`. */
const NAMED = new RegExp([
  /(?:name|label|title|user|id)["']?\s?[:=]\s?["']?([a-z0-9][\w.-]*)/,
  /\b(?:class|def|function|const|let|var|type|interface|enum)\s([a-z_]\w*)/,
  /(?:\s-p|--port|\bport)["']?[\s:=]{1,4}["']?(\d{2,5})/,
].map(({ source }) => source).join('|'), 'gim')
/** The same in a program, where a line of a configuration would set something: `size: int = 3`. */
const TYPED = /(?<![\w.])([a-z_]\w*): (?!true|false|null|none|yes|no|on|off)[a-z][\w[\]| ]{0,40}(?: = |$)/gim
const PART = /[a-z0-9]+/g

/** What an answer rests on. */
export interface StatementSources {
  readonly question: string
  /** The shown text of a section, with its title line; empty for an unknown number. */
  readonly textOf: (source: number) => string
  readonly texts: () => readonly string[]
}

/** What statements are held against. */
export type Evidence = ReturnType<typeof readEvidence>

/** Reads what an answer rests on. Each section is read once. */
export function readEvidence({ units, spans }: AnswerText, { question, textOf, texts }: StatementSources) {
  const lines = units.filter(({ type }) => type === 'code')
  const own = codeOf(lines, spans)
  const program = codeOf(lines.filter(({ language }) => !CONFIGURATION.test(language)), spans)
  const given = [...own.matchAll(NAMED), ...program.matchAll(TYPED)]
  const named = given.flatMap(([, ...names]) => names.filter(Boolean))
  const questionText = readSource([question, ...named].join('\n'))
  const askedParts = new Set(partsOf(question))
  const known = new Map<number, Section>()
  let all: readonly SourceText[] | null = null
  let names: readonly (readonly string[])[] | null = null
  const readAll = () => (all ??= texts().map(readSource))
  const readOnce = (number: number) => {
    const section = known.get(number) ?? readSection(textOf(number))
    known.set(number, section)
    return section
  }

  /** The parts of the names in the question that no section has. */
  function askedNames(): readonly (readonly string[])[] {
    const found = (question.toLowerCase().match(NAME) ?? []).slice(0, MAX_ASKED)
    return found.filter((name) => !hasAny(readAll(), name)).map(partsOf)
  }

  /** True for a name made of one in the question that is the reader's own, and of parts that a section has. */
  function isOwn(text: string): boolean {
    const parts = partsOf(text)
    if (text.includes('://')) return false
    // `cart.value` of `const cart`
    if (named.includes(/^\w+(?=\.)/.exec(text)?.[0] ?? '')) return true
    // `cart:42` for line 42 of `cart.test.ts`, `x86-linux.2.17` for version 2.17 on `x86-linux`; the version `1.2.3`
    // is no name with the numbers of another.
    const hasNumber = !/\d\.\d+\.\d/.test(text) && parts.some((part) => isNumber(part) && askedParts.has(part))
    if (hasNumber && parts.every((part) => isNumber(part) || askedParts.has(part))) return true
    return (names ??= askedNames()).some((name) => {
      const others: string[] = []
      let at = 0
      for (const part of parts) {
        if (part === name[at]) at += 1
        else others.push(part)
      }
      return at === name.length && others.every((part) => readAll().some(({ mentions }) => mentions(part)))
    })
  }

  return {
    /** Code spans of the answer by the number of their mark. */
    spans,
    /** Topics that values may still be held against. */
    topicsLeft: MAX_HELD,
    /** The question, with the names that the answer's own code gives. */
    question: questionText,
    questionText: question,
    asked: quantitiesIn(question).slice(0, MAX_ASKED),
    opening: units[0]?.sentences[0] ?? '',
    /** The answer's own code, whose values are the reader's to choose; a number alone is none. */
    own: readSource(own),
    /** The answer's own lines of code and commands. */
    code: readSource(codeOf(lines, spans.filter((span) => /\s/.test(span)))),
    cited: (numbers: readonly number[]) => [...new Set(numbers)].map(readOnce),
    all: readAll,
    isOwn,
  }
}

function codeOf(lines: readonly Unit[], spans: readonly string[]): string {
  const code = [...lines.map(({ text }) => text), ...spans]
  return code.filter((each) => !NUMBER.test(each)).join('\n').slice(0, MAX_CHECKED)
}

function partsOf(name: string): readonly string[] {
  return name.toLowerCase().match(PART) ?? []
}

function isNumber(part: string): boolean {
  return /^\d+$/.test(part)
}
