/**
 * English word -> stem, by Snowball's English stemmer (Porter2): "creates", "created" and "creating" share the stem
 * "creat". It follows the published definition, `algorithms/english.sbl` of Snowball 3, with its exceptions ("organic"
 * is not "organ"). The functions have the names of its routines.
 *
 * A stem is a key, not a word: it is compared, never shown.
 */

const VOWELS = 'aeiouy'

/** Exceptions: words with their stems. */
const WHOLE_WORDS: ReadonlyMap<string, string> = new Map(
  pairs(`skis=ski skies=sky idly=idl gently=gentl ugly=ugli early=earli only=onli singly=singl
    sky=sky news=news howe=howe atlas=atlas cosmos=cosmos bias=bias andes=andes`),
)

/** Beginnings after which R1 starts, so that "university" and "universe" keep different stems. */
const R1_BEGINNINGS = ['gener', 'commun', 'arsen', 'past', 'univers', 'later', 'emerg', 'organ', 'inter']

const POSSESSIVES = ["'s'", "'s", "'"]
const STEP_1B = ['eedly', 'ingly', 'edly', 'eed', 'ing', 'ed']
const KEEP_EED = ['proc', 'exc', 'succ']
const KEEP_ING = ['inn', 'out', 'cann', 'herr', 'earr', 'even']
const DOUBLES = ['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt']

/** A suffix and its replacement. One of the letters in `after` must precede the suffix; undefined admits any letter. */
interface Rule {
  readonly suffix: string
  readonly by: string
  readonly after: string | undefined
}

/** Rules by the last letter of their suffix, longest suffix first. */
type Rules = ReadonlyMap<string, readonly Rule[]>

const STEP_2 = rulesOf(`tional=tion enci=ence anci=ance abli=able entli=ent izer=ize ization=ize ational=ate ation=ate
  ator=ate alism=al aliti=al alli=al fulness=ful ousli=ous ousness=ous iveness=ive iviti=ive biliti=ble bli=ble ogist=og
  ogi=og@l fulli=ful lessli=less li=@cdeghkmnrt`)

const STEP_3 = rulesOf('tional=tion ational=ate alize=al icate=ic iciti=ic ical=ic ful= ness= ative=')

const STEP_4 = rulesOf(
  'al= ance= ence= er= ic= able= ible= ant= ement= ment= ent= ism= ate= iti= ous= ive= ize= ion=@st',
)

/**
 * The stem of a folded word. Letters beyond a to z count as consonants; words of one or two letters are not changed.
 */
export function stemEnglish(word: string): string {
  const whole = WHOLE_WORDS.get(word)
  if (whole !== undefined) return whole
  if (word.length < 3) return word
  const marked = prelude(word)
  const regions = markRegions(marked)
  let stem = step1a(marked)
  stem = step1b(stem, regions.r1)
  stem = step1c(stem)
  stem = replaceIn(stem, STEP_2, regions.r1)
  stem = step3(stem, regions)
  stem = replaceIn(stem, STEP_4, regions.r2)
  stem = step5(stem, regions)
  return stem.replaceAll('Y', 'y')
}

/** Offsets where the regions R1 and R2 start. */
interface Regions {
  readonly r1: number
  readonly r2: number
}

/** Drops a leading apostrophe; a y that is a consonant becomes Y. */
function prelude(word: string): string {
  const bare = word.startsWith("'") ? word.slice(1) : word
  if (!bare.includes('y')) return bare
  let marked = ''
  let follows = 'y'
  for (const letter of bare) {
    follows = letter === 'y' && isVowel(follows) ? 'Y' : letter
    marked += follows
  }
  return marked
}

function markRegions(word: string): Regions {
  const beginning = R1_BEGINNINGS.find((one) => word.startsWith(one))
  const r1 = beginning === undefined ? regionAfter(word, 0) : beginning.length
  return { r1, r2: regionAfter(word, r1) }
}

/** Offset after the first consonant that follows a vowel, from `start` on. */
function regionAfter(word: string, start: number): number {
  let at = start
  while (at < word.length && !isVowel(word[at])) at += 1
  while (at < word.length && isVowel(word[at])) at += 1
  return Math.min(at + 1, word.length)
}

/** Plural and possessive. */
function step1a(word: string): string {
  const possessive = word.includes("'") ? POSSESSIVES.find((suffix) => word.endsWith(suffix)) : undefined
  const bare = possessive === undefined ? word : cut(word, possessive.length)
  if (bare.endsWith('sses')) return cut(bare, 2)
  if (bare.endsWith('ied') || bare.endsWith('ies')) return cut(bare, bare.length > 4 ? 2 : 1)
  if (bare.endsWith('us') || bare.endsWith('ss') || !bare.endsWith('s')) return bare
  return hasVowel(cut(bare, 2)) ? cut(bare, 1) : bare
}

/** -ed and -ing. */
function step1b(word: string, r1: number): string {
  if (!'dgy'.includes(word.charAt(word.length - 1))) return word
  const suffix = STEP_1B.find((one) => word.endsWith(one))
  if (suffix === undefined) return word
  const before = cut(word, suffix.length)
  if (suffix === 'eed' || suffix === 'eedly') {
    return before.length < r1 || KEEP_EED.includes(before) ? word : before + 'ee'
  }
  if (suffix === 'ing') {
    if (before.length === 2 && before[1] === 'y' && !isVowel(before[0])) return before[0] + 'ie'
    if (KEEP_ING.includes(before)) return word
  }
  return hasVowel(before) ? restoreEnd(before, r1) : word
}

/** Restores a word without its suffix: "hoping", "hopping" and "luxuriating" become "hope", "hop" and "luxuriate". */
function restoreEnd(word: string, r1: number): string {
  if (word.endsWith('at') || word.endsWith('bl') || word.endsWith('iz')) return word + 'e'
  if (DOUBLES.some((double) => word.endsWith(double))) {
    return word.length === 3 && 'aeo'.includes(word.charAt(0)) ? word : cut(word, 1)
  }
  return word.length === r1 && endsShort(word) ? word + 'e' : word
}

function step1c(word: string): string {
  const last = word.at(-1)
  return (last === 'y' || last === 'Y') && word.length > 2 && !isVowel(word.at(-2)) ? cut(word, 1) + 'i' : word
}

function step3(word: string, { r1, r2 }: Regions): string {
  return word.endsWith('ative') && word.length - 5 < r2 ? word : replaceIn(word, STEP_3, r1)
}

function step5(word: string, { r1, r2 }: Regions): string {
  const before = cut(word, 1)
  if (word.endsWith('e')) return before.length >= r2 || (before.length >= r1 && !endsShort(before)) ? before : word
  return word.endsWith('ll') && before.length >= r2 ? before : word
}

/** Applies the rule of the longest suffix that the word ends in, if that suffix lies in the region. */
function replaceIn(word: string, rules: Rules, region: number): string {
  const rule = rules.get(word.charAt(word.length - 1))?.find(({ suffix }) => word.endsWith(suffix))
  if (rule === undefined) return word
  const before = cut(word, rule.suffix.length)
  if (before.length < region) return word
  if (rule.after !== undefined && (before === '' || !rule.after.includes(before.charAt(before.length - 1)))) return word
  return before + rule.by
}

/** True if the word ends in a short syllable: "rap", "trap", "at", but not "uproot" or "how". */
function endsShort(word: string): boolean {
  const [first, vowel, last] = [word.at(-3), word.at(-2), word.at(-1)]
  if (word.endsWith('past')) return true
  if (word.length === 2) return isVowel(vowel) ? !isVowel(last) : false
  if (word.length < 3 || isVowel(last) || last === 'w' || last === 'x' || last === 'Y') return false
  return isVowel(vowel) && !isVowel(first)
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && VOWELS.includes(letter)
}

function hasVowel(text: string): boolean {
  for (const letter of text) if (VOWELS.includes(letter)) return true
  return false
}

function cut(text: string, letters: number): string {
  return text.slice(0, Math.max(0, text.length - letters))
}

/** Both sides of each `left=right` in a list separated by white space. */
function pairs(list: string): [string, string][] {
  return Array.from(list.matchAll(/(\S+)=(\S*)/g), ([, left = '', right = '']) => [left, right])
}

/** The rules of a list of `suffix=by` and `suffix=by@after`. */
function rulesOf(list: string): Rules {
  const rules = pairs(list).map(([suffix, replacement]): Rule => {
    const [by = '', after] = replacement.split('@')
    return { suffix, by, after }
  })
  const byLetter = new Map<string, Rule[]>()
  for (const rule of rules.sort((a, b) => b.suffix.length - a.suffix.length)) {
    const last = rule.suffix.charAt(rule.suffix.length - 1)
    byLetter.set(last, [...(byLetter.get(last) ?? []), rule])
  }
  return byLetter
}
