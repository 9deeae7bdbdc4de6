/**
 * A word as written -> the form in which spellings of it meet: width and
 * compatibility forms (NFKC), case, and marks on Latin, Greek and Cyrillic
 * letters. Marks of other scripts (Devanagari vowel signs, Thai tones, kana
 * voicing) carry the word and stay.
 *
 * Folding works on words cut from the text, so offsets always are those of the
 * text as written, whatever the folding does to lengths.
 */

/** Most UTF-16 units of a folded word; what is longer is compared by its beginning. */
export const MAX_WORD_LENGTH = 64

const ASCII = /^[\x00-\x7f]*$/
/** A letter whose marks are dropped, and its marks. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu
/** Soft hyphens, joiners, variation selectors and the like: invisible, so nobody types them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu
/** Letters without a decomposition that people type as plain ones; й is typed as itself. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't',
    ς: 'σ', ʼ: "'", '’': "'",
  }),
)
const TO_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu')

/** The folded form of a word, at most `MAX_WORD_LENGTH` units; empty where nothing visible is in it. */
export function foldWord(word: string): string {
  return cutAt(foldText(cutAt(word, MAX_WORD_LENGTH)), MAX_WORD_LENGTH)
}

/** Folds a text of any length. Folding what is folded changes nothing. */
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

/** The breve of й stays: it makes another letter, not an accent. */
function dropMarks(marked: string, letter: string): string {
  return letter === 'и' && marked.startsWith('и\u0306') ? 'и\u0306' : letter
}

/** The first `length` units of a text, one less where a surrogate pair would be cut. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}
