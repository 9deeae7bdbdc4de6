/** The texts of every language but English, for servers and builds that deliver the overlay with its languages. */
import { STRINGS as GERMAN } from './de.ts'
import { STRINGS as SPANISH } from './es.ts'
import { STRINGS as FRENCH } from './fr.ts'
import { STRINGS as JAPANESE } from './ja.ts'
import { STRINGS as PORTUGUESE } from './pt.ts'
import type { Strings } from './strings.ts'
import { STRINGS as CHINESE } from './zh.ts'

/** Texts by the primary subtag of their language. */
export const LANGUAGES: Readonly<Record<string, Strings>> = {
  de: GERMAN, es: SPANISH, fr: FRENCH, ja: JAPANESE, pt: PORTUGUESE, zh: CHINESE,
}

/** Modules of the languages, by their path beside the overlay's script. */
export const LANGUAGE_MODULES: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).map(([name, texts]) => [
    `overlay/${name}.js`,
    `export const STRINGS = ${JSON.stringify(texts)}\n`,
  ]),
)
