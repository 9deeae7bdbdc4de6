/**
 * Russian word -> stem, by Snowball's Russian stemmer: "настройка", "настройки" and "настройке" share the stem
 * "настройк". It follows the published definition, `algorithms/russian.sbl`.
 *
 * Words must be folded, with е for ё. A stem is a key, not a word.
 */
import { longestFirst, suffixes, type SuffixRule } from './suffix.ts'

const VOWEL = /[аеиоуыэюя]/
/** The text up to the first consonant after a vowel: the region R1 follows it. R2 follows the next match in R1. */
const SYLLABLE = /^[^аеиоуыэюя]*[аеиоуыэюя]+[^аеиоуыэюя]/

const GERUND = longestFirst(dropped('ив ивши ившись ыв ывши ывшись'), afterA('в вши вшись'))
const REFLEXIVE = dropped('ся сь')
const ADJECTIVE = longestFirst(
  dropped('ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею'),
)
const PARTICIPLE = longestFirst(dropped('ивш ывш ующ'), afterA('ем нн вш ющ щ'))
const VERB = longestFirst(
  dropped('ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю'),
  afterA('ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно'),
)
const NOUN = longestFirst(
  dropped('а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я'),
)
const DERIVED = dropped('ость ост')
const SUPERLATIVE = dropped('ейше ейш')

/** The stem of a folded word; a word without vowels is not changed. */
export function stemRussian(word: string): string {
  const start = word.search(VOWEL) + 1
  if (start === 0) return word
  const head = word.slice(0, start)
  let rest = dropInflection(word.slice(start))
  if (rest.endsWith('и')) rest = rest.slice(0, -1)
  const derived = replaceEnd(rest, DERIVED)
  if (derived !== null && start + derived.length >= secondRegion(word)) rest = derived
  return head + (replaceEnd(rest, SUPERLATIVE) ?? rest.replace(/ь$/, '')).replace(/нн$/, 'н')
}

/** The part after the first vowel, without its gerund, or without the ending of an adjective, verb or noun. */
function dropInflection(rest: string): string {
  const gerund = replaceEnd(rest, GERUND)
  if (gerund !== null) return gerund
  const bare = replaceEnd(rest, REFLEXIVE) ?? rest
  const adjective = replaceEnd(bare, ADJECTIVE)
  if (adjective !== null) return replaceEnd(adjective, PARTICIPLE) ?? adjective
  return replaceEnd(bare, VERB) ?? replaceEnd(bare, NOUN) ?? bare
}

/** The text with the ending of the first rule that fits replaced; null if no rule fits. */
function replaceEnd(text: string, rules: readonly SuffixRule[]): string | null {
  const rule = rules.find(({ suffix }) => text.endsWith(suffix))
  return rule === undefined ? null : text.slice(0, text.length - rule.suffix.length) + rule.by
}

/** Offset where R2 starts. */
function secondRegion(word: string): number {
  const first = SYLLABLE.exec(word)?.[0].length ?? word.length
  return first + (SYLLABLE.exec(word.slice(first))?.[0].length ?? word.length)
}

function dropped(endings: string): SuffixRule[] {
  return suffixes(endings, { keep: 0 })
}

/** Rules that drop these endings only after а or я, which is kept. */
function afterA(endings: string): SuffixRule[] {
  return ['а', 'я'].flatMap((vowel) => suffixes(endings.replace(/\S+/g, `${vowel}$&`), { keep: 0, by: vowel }))
}
