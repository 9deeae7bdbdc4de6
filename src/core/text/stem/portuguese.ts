/**
 * Portuguese word -> stem, by a light stemmer after Savoy ("Light Stemming Approaches for the French, Portuguese,
 * German and Hungarian Languages", 2006), extended by the verb endings that are frequent in instructions: "configurar",
 * "configurando", "configurado" and "configuração" share the stem "configur".
 *
 * Words must be folded, without accents, tildes and cedillas ("ções" is "coes"). A stem is a key, not a word.
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

const PLURALS = longestFirst(
  suffixes('oes aes', { keep: 2, by: 'ao' }),
  suffixes('ais', { keep: 3, by: 'al' }),
  suffixes('eis', { keep: 3, by: 'el' }),
  suffixes('ois', { keep: 3, by: 'ol' }),
  suffixes('res', { keep: 3, by: 'r' }),
  suffixes('zes', { keep: 2, by: 'z' }),
  suffixes('ses', { keep: 3, by: 's' }),
  suffixes('s', { keep: 3 }),
)

/** A final m becomes n, because singular and plural spell one sound differently: "imagem", "imagens". */
const FINAL_M = /m$/

/** Endings that derive nouns and adverbs. */
const DERIVED = longestFirst(
  suffixes('acao icao', { keep: 3 }),
  suffixes('ucao', { keep: 2, by: 'ut' }),
  suffixes('amento imento', { keep: 3 }),
  suffixes('mente', { keep: 4 }),
)

const VERBAL = longestFirst(
  suffixes('ar er ir ado ada ando endo indo', { keep: 3 }),
  suffixes('an en ou ava avan aran eran iran', { keep: 3 }),
  suffixes('ido ida ao amo ara era ira are aria eria iria asse esse isse', { keep: 4 }),
  // "Estado" is a noun, not a form of "está".
  suffixes('estado', { keep: 0, by: 'estad' }),
  suffixes('o a e', { keep: 3 }),
)

/** Spellings of one sound before different vowels: "publicar" and "publique", "carregar" and "carregue". */
const SOUNDS = longestFirst(suffixes('qu', { keep: 2, by: 'c' }), suffixes('gu', { keep: 2, by: 'g' }))

/** The stem of a folded word; words of up to three letters are not changed. */
export function stemPortuguese(word: string): string {
  if (word.length <= 3) return word
  let stem = replaceSuffix(word, PLURALS).replace(FINAL_M, 'n')
  stem = replaceSuffix(stem, DERIVED)
  stem = replaceSuffix(stem, VERBAL)
  return replaceSuffix(stem, SOUNDS)
}
