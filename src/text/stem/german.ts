/**
 * German word -> stem, a light stemmer in the line of Savoy's ("Light Stemming
 * Approaches for the French, Portuguese, German and Hungarian Languages", 2006)
 * with the endings of Snowball's German stemmer, and what manuals are full of
 * besides: verbs in -ieren with their nouns, and participles. "Installieren",
 * "installiert" and "Installation" meet in "install", "auswählen" and
 * "ausgewählt" in "auswahl".
 *
 * Words come folded: umlauts are plain vowels, ß is ss. An umlaut typed as two
 * letters ("Schluessel") meets it. A stem is a key, not a word.
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

/** Of names, as English writes it: "Astro's". */
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

/** Endings that make nouns and adjectives of other words. */
const DERIVED = longestFirst(suffixes('ung heit keit igkeit barkeit lichkeit bar sam lich isch ig ation', { keep: 4 }))

/** Persons, participles and superlatives: "verwendet", "öffnest"; then "erstellt", "schnellst", but not "Client". */
const VERBAL_ET = /(?<=.{3}[dt]|.{2}[cfgh]n|.{2}tm)es?t$/
const VERBAL_T = /(?<=.{4}[bdfghklmnrt])st$|(?<=.{3}[bcdfghklmnprsvwxz])(?<!en)t$/

/** Of a participle in -t: "gelöscht", but not "generiert", since verbs in -ieren have no ge-. */
const PARTICIPLE = /^ge(?=.{4})(?!.*ier$)/
/** Verbs that part have their -ge- and -zu- inside: "ausgewählt", "einzustellen". */
const PREFIXES =
  'ab|an|auf|aus|bei|bereit|durch|ein|fest|herunter|hinzu|hoch|los|mit|nach|um|vor|weg|weiter|zuruck|zusammen|zu'
const PARTED = new RegExp(`^(${PREFIXES})(?:ge|zu)(?=.{3})`)

/** Endings of verbs of foreign stems, of doers and of verbs in -ern, before those of their forms. */
const INNER = longestFirst(suffixes('ier', { keep: 4 }), suffixes('en er', { keep: 3 }))

const CONSONANT_EL = /(?<=.{3}[bcdfghkmnprstvwxz])el$/

/** The stem of a folded word; words of up to three letters are their own. */
export function stemGerman(word: string): string {
  const bare = word.replace(GENITIVE, '')
  if (bare.length <= 3) return bare
  let stem = dropEnding(bare.replace(SPELLED_UMLAUT, '$1'))
  stem = dropVerbal(dropVerbal(stem, VERBAL_ET), VERBAL_T).replace(PARTED, '$1')
  // Twice, for nouns of verbs of adjectives: "Veröffentlichung".
  stem = replaceSuffix(replaceSuffix(stem, DERIVED), DERIVED)
  // The t of "erwarten" went as an ending above, so that of "Erwartung" goes, too.
  stem = replaceSuffix(stem.replace(VERBAL_T, ''), INNER)
  return stem.replace(CONSONANT_EL, 'l')
}

function dropEnding(word: string): string {
  const stem = replaceSuffix(word, ENDINGS)
  return stem === word && word.length > 3 && word.endsWith('s') && !S_OF_WORD.test(word) ? word.slice(0, -1) : stem
}

/** Drops the ending of a person or participle, and the ge- that goes with it. */
function dropVerbal(word: string, ending: RegExp): string {
  const bare = word.replace(ending, '')
  return bare === word ? word : bare.replace(PARTICIPLE, '')
}
