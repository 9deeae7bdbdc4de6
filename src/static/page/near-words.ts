/** A word -> the strings of a dictionary that are a few edits away. The strings are few, so each is compared. */
import { unmarkedLength } from '../../text/stemmer.ts'
import type { InvertedIndex } from '../../search/index/inverted-index.ts'
import type { NearWord } from '../../search/query/near-words.ts'
import { type StringDictionary, nextString, openStrings } from '../../search/strings/front-coded-dictionary.ts'
import { isNear } from '../words.ts'

/** Numbers of the strings that are at most the given number of edits away from a word, ascending. */
export function findNear(_: InvertedIndex, dictionary: StringDictionary, { key, start, edits }: NearWord): number[] {
  const near: number[] = []
  for (const cursor = openStrings(dictionary, 0); nextString(cursor); ) {
    const { bytes, length, number } = cursor
    const isCandidate = start.every((byte, i) => byte === bytes[i])
    if (isCandidate && isNear(key, bytes.subarray(0, unmarkedLength(bytes, length)), edits)) near.push(number)
  }
  return near
}
