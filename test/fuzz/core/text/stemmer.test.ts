import { test } from 'node:test'
import { stemFrench } from '../../../../src/core/text/stem/french.ts'
import { stemGerman } from '../../../../src/core/text/stem/german.ts'
import { stemKorean } from '../../../../src/core/text/stem/korean.ts'
import { stemPortuguese } from '../../../../src/core/text/stem/portuguese.ts'
import { stemRussian } from '../../../../src/core/text/stem/russian.ts'
import { stemSpanish } from '../../../../src/core/text/stem/spanish.ts'
import type { Stem } from '../../../../src/core/text/stemmer.ts'
import { checkAnyWord } from '../../../support/stem-table.ts'

const PIECES: readonly (readonly [Stem, string])[] = [
  [stemFrench, "l' qu' jusqu' er ez e ee es ent ant ation ication ique ement eaux aux x s ir iss y i ll inst cre ut '"],
  [stemGerman, "ge zu an auf er en ern eln s st et t ung lich keit ig ier ation haus stell wend qu ue ae nis in e x ' 's"],
  [stemKorean, '서버 설정 나 을 는 에서 에서는 하 하는 합니다 됩니다 한 되 이'],
  [stemPortuguese, 'ar er ir ado ando indo acao coes oes ais eis s es ns m a o e mente qu gu amento cri conf serv ucao'],
  [stemRussian, 'на ст рой ка ив ивши вшись ся ее ого ующ ем нн щ ла ть ост ость ейше ейш ь и й ий'],
  [stemSpanish, 'ar er ir ado ando iendo acion iones es s os a o e mente z qu gu ie ue arlo cre conf serv ucion'],
]

for (const [stem, pieces] of PIECES) {
  test(`${stem.name}() gives any word a stem, in linear time`, () => checkAnyWord(stem, pieces))
}
