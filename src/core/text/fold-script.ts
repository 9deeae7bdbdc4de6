/**
 * Letters and marks of a decomposed text (NFD) -> those that all ways of typing a word share, by script. Marks go where
 * readers leave them out, and letters that look the same, but have a code point for each language, become one.
 *
 * Source: the normalization of Lucene's analyzers for Arabic, Persian and the scripts of India.
 *
 * The search module for English pages has a shorter one in its place (`addons/static/page/english.ts`).
 */
import { dropHebrewSigns } from './character.ts'

/** A letter whose nonspacing marks are dropped: accents, vowel points, the hamza on alef. */
const MARKED = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}])\p{Mn}+/gu
/** The stretching of a word in Arabic script: it says nothing. */
const TATWEEL = /\u0640+/g

/** Letters of the Arabic script, each with the forms that keyboards of other languages have in its place. */
const ARABIC_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Alef wasla; yeh: alef maksura, Persian, barree; kaf: keheh, swash; heh: teh marbuta, ae, goal, teh marbuta goal.
    '\u0627': '\u0671',
    '\u064a': '\u0649\u06cc\u06d2',
    '\u0643': '\u06a9\u06aa',
    '\u0647': '\u0629\u06d5\u06c1\u06c3',
  }).flatMap(([letter, forms]) => [...forms].map((form): [string, string] => [form, letter])),
)
const ARABIC_FORM = new RegExp(`[${[...ARABIC_FORMS.keys()].join('')}]`, 'g')

/** First code points of the scripts of India that are encoded alike, sign by sign, after the standard ISCII. */
const INDIC_BLOCKS = [0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0c00, 0x0c80]
/** Offsets in such a block. */
const CANDRABINDU = 0x01
const ANUSVARA = 0x02
const NUKTA = 0x3c
const VIRAMA = 0x4d
/** The nasals with the first consonant of their row, of four; the last row has m. */
const NASALS = [0x19, 0x1e, 0x23, 0x28, 0x2e]
const ROW_LENGTH = 4
/** Gurmukhi has a second sign for the nasal of a vowel. */
const TIPPI = '\u0a70'

const NUKTAS = new RegExp(`[${INDIC_BLOCKS.map((block) => at(block, NUKTA)).join('')}]`, 'g')
/** A nasal before a consonant of its row, or over a vowel, has two spellings: "हिन्दी" and "हिंदी". */
const NASAL = new RegExp(
  [
    TIPPI,
    ...INDIC_BLOCKS.map((block) => at(block, CANDRABINDU)),
    ...INDIC_BLOCKS.flatMap((block) => NASALS.map((nasal) => {
      const row = `[${at(block, nasal - ROW_LENGTH)}-${at(block, nasal - 1)}]`
      return `${at(block, nasal)}${at(block, VIRAMA)}(?=${row})`
    })),
  ].join('|'),
  'g',
)

/** Folds a decomposed text; folding it again changes nothing. */
export function foldScripts(text: string): string {
  return dropHebrewSigns(text.replace(TATWEEL, '').replace(MARKED, dropMarks))
    .replace(ARABIC_FORM, (form) => ARABIC_FORMS.get(form) ?? form)
    .replace(NUKTAS, '')
    .replace(NASAL, (nasal) => at(nasal.charCodeAt(0) & ~0x7f, ANUSVARA))
}

/** The letter without its marks. The breve of й is kept: й is a letter of its own, not an accented и. */
function dropMarks(marked: string, letter: string): string {
  return letter === 'и' && marked.startsWith('и\u0306') ? 'и\u0306' : letter
}

function at(block: number, offset: number): string {
  return String.fromCharCode(block + offset)
}
