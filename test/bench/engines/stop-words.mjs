/** One list of English stop words for every engine that takes one and has no better of its own. */
import { stopwords } from '@orama/stopwords/english'

export const STOP_WORDS = new Set(stopwords)
