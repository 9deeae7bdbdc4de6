/**
 * German word -> stem, by a light stemmer after Savoy ("Light Stemming Approaches for the French, Portuguese, German
 * and Hungarian Languages", 2006), extended by the endings of Snowball's German stemmer and by forms that are frequent
 * in manuals: verbs in -ieren with their nouns, and participles. "Installieren", "installiert" and "Installation" share
 * the stem "install"; "auswählen" and "ausgewählt" share "auswahl".
 *
 * Words must be folded: umlauts are plain vowels, ß is ss. An umlaut that is typed as two letters ("Schluessel") gives
 * the same stem. A stem is a key, not a word.
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

/** The genitive of names, in the English spelling: "Astro's". */
const GENITIVE = /(?<=.)'s?$/

/** `ue` is no umlaut after a vowel or q: "neue", "Quelle". */
const SPELLED_UMLAUT = /(?<![aeiouq])([aou])e/g

/** Cases and numbers of nouns and adjectives, persons of verbs. */
const ENDINGS = longestFirst(
  suffixes('nissen nisses nisse', { keep: 2, by: 'nis' }),
  suffixes('erinnen erin', { keep: 4, by: 'er' }),
  suffixes('eln', { keep: 3, by: 'el' }),
  suffixes('ern em en er es e', { keep: 3 }),
)

/** A final s after these letters belongs to the word: "Haus", "Prozess", "Ergebnis". */
const S_OF_WORD = /(?:[su]|ni)s$/

/** Endings that derive nouns and adjectives. */
const DERIVED = longestFirst(suffixes('ung heit keit igkeit barkeit lichkeit bar sam lich isch ig ation', { keep: 4 }))

/** Persons, participles and superlatives: "verwendet", "öffnest"; then "erstellt", "schnellst", but not "Client". */
const VERBAL_ET = /(?<=.{3}[dt]|.{2}[cfgh]n|.{2}tm)es?t$/
const VERBAL_T = /(?<=.{4}[bdfghklmnrt])st$|(?<=.{3}[bcdfghklmnprsvwxz])(?<!en)t$/

/** The ge- of a participle in -t: "gelöscht", but not "generiert", since verbs in -ieren have no ge-. */
const PARTICIPLE = /^ge(?=.{4})(?!.*ier$)/
/** Prefixes of separable verbs, which have -ge- and -zu- after the prefix: "ausgewählt", "einzustellen". */
const PREFIXES =
  'ab|an|auf|aus|bei|bereit|durch|ein|fest|herunter|hinzu|hoch|los|mit|nach|um|vor|weg|weiter|zuruck|zusammen|zu'
const SEPARABLE = new RegExp(`^(${PREFIXES})(?:ge|zu)(?=.{3})`)

/**
 * Endings that remain without those of the form: -ier of foreign verbs, -er of persons, -en and -er of verbs in -ern.
 */
const INNER = longestFirst(suffixes('ier', { keep: 4 }), suffixes('en er', { keep: 3 }))

const CONSONANT_EL = /(?<=.{3}[bcdfghkmnprstvwxz])el$/

/** The stem of a folded word; words of up to three letters are not changed. */
export function stemGerman(word: string): string {
  const bare = word.replace(GENITIVE, '')
  if (bare.length <= 3) return bare
  let stem = dropEnding(bare.replace(SPELLED_UMLAUT, '$1'))
  stem = dropVerbal(dropVerbal(stem, VERBAL_ET), VERBAL_T).replace(SEPARABLE, '$1')
  // Twice, since a noun can be derived from a derived word: "Veröffentlichung".
  stem = replaceSuffix(replaceSuffix(stem, DERIVED), DERIVED)
  // The t of "erwarten" was dropped as an ending above, so the t of "Erwartung" is dropped as well.
  stem = replaceSuffix(stem.replace(VERBAL_T, ''), INNER)
  return stem.replace(CONSONANT_EL, 'l')
}

function dropEnding(word: string): string {
  const stem = replaceSuffix(word, ENDINGS)
  return stem === word && word.length > 3 && word.endsWith('s') && !S_OF_WORD.test(word) ? word.slice(0, -1) : stem
}

/** Drops the ending of a person or participle, and the ge- that belongs to it. */
function dropVerbal(word: string, ending: RegExp): string {
  const bare = word.replace(ending, '')
  return bare === word ? word : bare.replace(PARTICIPLE, '')
}
