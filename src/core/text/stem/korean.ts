/**
 * Korean word between spaces -> its stem. Particles are dropped ("서버를", "서버에서" become "서버"), and so are the
 * forms of 하다 and 되다 that turn nouns into verbs ("설정합니다", "설정하는" become "설정"). At least two syllables
 * remain, since a single one is too often another word ("나이" is not "나").
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

const ENDINGS = longestFirst(
  suffixes(
    `은 는 이 가 을 를 의 에 도 만 로 와 과 나 에서 에게 으로 까지 부터 처럼 보다 마다 이나 에는 에도 에만 로는 로도 에서는
    에서도 으로는 으로도`,
    { keep: 2 },
  ),
  suffixes('하다 합니다 하세요 하십시오 하려면 하기 하는 하고 하면 하여 하지 한 할 함 해 해서 해야 했다 했습니다', { keep: 2 }),
  suffixes('되다 됩니다 되는 되고 되면 되어 되지 된 될 됨 돼 됐다 되었습니다 됐습니다 입니다 이다', { keep: 2 }),
)

/** The stem of a word of Hangul syllables. A particle may follow a verb: "설정하기를". */
export function stemKorean(word: string): string {
  return replaceSuffix(replaceSuffix(word, ENDINGS), ENDINGS)
}
