/**
 * A word as written -> its folded form, which all spellings of the word share. Folding removes differences of width and
 * compatibility (NFKC), of case, and of marks on Latin, Greek and Cyrillic letters. Marks of other scripts (Devanagari
 * vowel signs, Thai tones, kana voicing) are kept, because they distinguish words.
 *
 * Words are folded after they are cut from the text, so offsets always refer to the text as written, even if folding
 * changes lengths.
 */

/** Longest folded word, in UTF-16 units; longer words are compared by their beginning. */
export const MAX_WORD_LENGTH = 64

const ASCII = /^[\x00-\x7f]*$/
/** A letter whose marks are dropped, and its marks. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu
/** Soft hyphens, joiners, variation selectors and the like: they are invisible, and nobody types them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu
/** Letters without a decomposition, with the plain letters that people type in their place; й is typed as itself. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't',
    ς: 'σ', ʼ: "'", '’': "'",
  }),
)
const TO_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu')

/**
 * The folded form of a word, at most `MAX_WORD_LENGTH` units without white space; empty if all of its characters are
 * invisible. NFKC makes spaces of some letters: U+FDFA becomes four words.
 */
export function foldWord(word: string): string {
  return cutAt(foldText(cutAt(word, MAX_WORD_LENGTH)).replaceAll(' ', ''), MAX_WORD_LENGTH)
}

/** Folds a text of any length. A folded text stays the same. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(INVISIBLE, '')
    .replace(MARKED, dropMarks)
    .normalize('NFKC')
    .replace(TO_PLAIN, (letter) => PLAIN.get(letter) ?? letter)
}

/** The letter without its marks. The breve of й is kept: й is a letter of its own, not an accented и. */
function dropMarks(marked: string, letter: string): string {
  return letter === 'и' && marked.startsWith('и\u0306') ? 'и\u0306' : letter
}

/** The first `length` units of a text, or one less if that would cut a surrogate pair. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}
