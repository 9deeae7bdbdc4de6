import { test } from 'node:test'
import { stemKorean } from '../../../../src/core/text/stem/korean.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemKorean, {
  'takes particles off': `
    서버: 서버 서버를 서버는 서버에서 서버에서는 서버의
    파일: 파일 파일이 파일을 파일로
  `,
  'takes off what makes a verb of a noun': `
    설정: 설정 설정하다 설정합니다 설정하는 설정하기를 설정된 설정됩니다
    배포: 배포하기 배포할 배포했습니다
  `,
  'leaves two syllables at least': `
    나이: 나이
    결과: 결과 결과를
    추가: 추가 추가하기
    포함: 포함 포함하다
  `,
})) test(name, run)

test('stemKorean() keeps words apart that only look related', () => {
  checkApart(stemKorean, `
    로그인 로그
    서버 서비스
  `)
})
