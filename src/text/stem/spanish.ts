/**
 * Spanish word -> stem, a light stemmer in the line of Savoy's ("Report on
 * CLEF-2001 Experiments", 2002: number, gender, final vowels) with the endings of
 * verbs that instructions are written in: "crear", "creando", "creado" and
 * "creación" meet in "cre".
 *
 * Words come folded, without accents and with n for ñ. A stem is a key, not a word.
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

const PLURALS = longestFirst(
  suffixes('iones', { keep: 1, by: 'ion' }),
  suffixes('enes', { keep: 3, by: 'en' }),
  suffixes('ares', { keep: 3, by: 'ar' }),
  suffixes('s', { keep: 3 }),
)

/** Endings that make nouns and adverbs of verbs and adjectives. */
const DERIVED = longestFirst(
  suffixes('acion icion', { keep: 3 }),
  suffixes('ucion', { keep: 2, by: 'ut' }),
  suffixes('amiento imiento', { keep: 3 }),
  suffixes('mente', { keep: 4 }),
  // The one noun of its kind, and the one that search boxes are called by.
  suffixes('busqueda', { keep: 0, by: 'busca' }),
)

const VERBAL = longestFirst(
  suffixes('ar er ir ado ada ando iendo yendo', { keep: 3 }),
  suffixes('arlo arla arlos arlas arle arse erlo erla erlos erlas erse irlo irla irlos irlas irse', { keep: 3 }),
  suffixes('andolo andola iendolo iendola', { keep: 3 }),
  suffixes('an en aba aban aron ieron', { keep: 3 }),
  suffixes('ido ida amo ara aran are aremo aria arian era eran ere eremo eria ira iran ire iremo iria', { keep: 4 }),
  // "Estado" is a word by itself, no form of "está".
  suffixes('estado', { keep: 0, by: 'estad' }),
  suffixes('o a e', { keep: 3 }),
)

/** The same sound before another vowel: "luz" and "luces", "buscar" and "busque", "cargar" and "cargue". */
const SOUNDS = longestFirst(suffixes('z qu', { keep: 2, by: 'c' }), suffixes('gu', { keep: 2, by: 'g' }))

/** A vowel that opens where it is stressed: "despliega" and "desplegar", "prueba" and "probar". */
const OPEN_E = /ie(?=[bcdfghjklmnprstvxyz]{1,3}$)/
const OPEN_O = /(?<![qg])ue(?=[bcdfghjklmnprstvxyz]{1,3}$)/

/** The stem of a folded word; words of up to three letters are their own. */
export function stemSpanish(word: string): string {
  if (word.length <= 3) return replaceSuffix(word, SOUNDS)
  let stem = replaceSuffix(word, PLURALS)
  stem = replaceSuffix(stem, DERIVED)
  stem = replaceSuffix(stem, VERBAL)
  return replaceSuffix(stem, SOUNDS).replace(OPEN_E, 'e').replace(OPEN_O, 'o')
}
