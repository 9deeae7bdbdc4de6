/**
 * Spanish word -> stem, by a light stemmer after Savoy ("Report on CLEF-2001 Experiments", 2002: number, gender, final
 * vowels), extended by the verb endings that are frequent in instructions: "crear", "creando", "creado" and "creación"
 * share the stem "cre".
 *
 * Words must be folded, without accents and with n for ñ. A stem is a key, not a word.
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

const PLURALS = longestFirst(
  suffixes('iones', { keep: 1, by: 'ion' }),
  suffixes('enes', { keep: 3, by: 'en' }),
  suffixes('ares', { keep: 3, by: 'ar' }),
  suffixes('s', { keep: 3 }),
)

/** Endings that derive nouns and adverbs. */
const DERIVED = longestFirst(
  suffixes('acion icion', { keep: 3 }),
  suffixes('ucion', { keep: 2, by: 'ut' }),
  suffixes('amiento imiento', { keep: 3 }),
  suffixes('mente', { keep: 4 }),
  // An irregular noun, but frequent: search boxes are labeled with it.
  suffixes('busqueda', { keep: 0, by: 'busca' }),
)

const VERBAL = longestFirst(
  suffixes('ar er ir ado ada ando iendo yendo', { keep: 3 }),
  suffixes('arlo arla arlos arlas arle arse erlo erla erlos erlas erse irlo irla irlos irlas irse', { keep: 3 }),
  suffixes('andolo andola iendolo iendola', { keep: 3 }),
  suffixes('an en aba aban aron ieron', { keep: 3 }),
  suffixes('ido ida amo ara aran are aremo aria arian era eran ere eremo eria ira iran ire iremo iria', { keep: 4 }),
  // "Estado" is a noun, not a form of "está".
  suffixes('estado', { keep: 0, by: 'estad' }),
  suffixes('o a e', { keep: 3 }),
)

/** Spellings of one sound before different vowels: "luz" and "luces", "buscar" and "busque", "cargar" and "cargue". */
const SOUNDS = longestFirst(suffixes('z qu', { keep: 2, by: 'c' }), suffixes('gu', { keep: 2, by: 'g' }))

/** Vowels that become diphthongs under stress: "despliega" and "desplegar", "prueba" and "probar". */
const OPEN_E = /ie(?=[bcdfghjklmnprstvxyz]{1,3}$)/
const OPEN_O = /(?<![qg])ue(?=[bcdfghjklmnprstvxyz]{1,3}$)/

/** The stem of a folded word; a word of up to three letters only has its final sound normalized. */
export function stemSpanish(word: string): string {
  if (word.length <= 3) return replaceSuffix(word, SOUNDS)
  let stem = replaceSuffix(word, PLURALS)
  stem = replaceSuffix(stem, DERIVED)
  stem = replaceSuffix(stem, VERBAL)
  return replaceSuffix(stem, SOUNDS).replace(OPEN_E, 'e').replace(OPEN_O, 'o')
}
