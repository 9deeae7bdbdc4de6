import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerReport } from '../../../src/index.ts'
import { report } from '../../support/report.ts'
import { isRight, summarize } from './live.ts'

const row = (facts: readonly RegExp[], given: Partial<AnswerReport>, links: readonly string[] = []) => {
  const sections = facts.length === 0 ? [] : [['a#b']]
  return { asked: { question: 'Which port?', sections, facts }, report: report(given), links }
}

test('isRight() wants every fact of an answer, and an abstention where the docs say nothing', () => {
  assert.equal(isRight(row([/4321/, /port/], { answer: 'The port is 4321.' })), true)
  assert.equal(isRight(row([/4321/, /next/], { answer: 'The port is 4321.' })), false)
  assert.equal(isRight(row([/4321/], { answer: '4321', outcome: 'not-covered' })), false)
  assert.equal(isRight(row([], { outcome: 'not-covered' })), true)
  assert.equal(isRight(row([], { outcome: 'answered' })), false)
})

test('summarize() counts what is right, what abstains and which links open a section', () => {
  const rows = [row([/4321/], { answer: '4321' }, ['/a/#b', '/gone/']), row([], { outcome: 'not-covered' })]
  const figures = new Map(summarize(rows, new Set(['/a/#b'])))
  assert.deepEqual(
    ['right, by key facts', 'abstained where the docs say nothing', 'links that open a section'].map((name) => figures.get(name)),
    ['1 of 1', '1 of 1', '1 of 2'],
  )
})
