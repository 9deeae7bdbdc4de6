/** What add-ons use of text: tokens, languages, stop words. */
export { type Analyze, type Chain, createAnalyze, createChain } from './text/analyze.ts'
export {
  type ByteBuffer, createByteBuffer, i32At, pushByte, pushVarint, readUint32, readVarint, u16At, u32At, u8At,
} from './text/column.ts'
export {
  analysisTagOf, guessLanguage, hasCompounds, isFunctionWord, type Language, languageOf,
} from './text/language.ts'
export { markLike, type Stem, stemmerFor, unmarkedTerm } from './text/stemmer.ts'
export type { OTHER_FUNCTION_WORDS } from './text/other-languages.ts'
