import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMarkHabit, type TurnKind } from '../../../src/answer/model-text/mark-habit.ts'

function boundsAfter(kinds: readonly TurnKind[], hasErred = false) {
  const habit = createMarkHabit()
  for (const kind of kinds) habit.note(kind)
  if (hasErred) habit.noteMistake()
  return habit.bounds()
}

test('createMarkHabit() shows the words after a mark at once where the model has marked an answer', () => {
  assert.equal(boundsAfter([]).markedLength, 80)
  assert.equal(boundsAfter(['marked']).markedLength, 0)
  assert.equal(boundsAfter(['marked', 'plain', 'plain', 'plain']).markedLength, 80, 'a habit is of the latest turns')
})

test('createMarkHabit() holds words without a mark for a shorter time where three turns had no mark and no call', () => {
  const [unknown, plain] = [boundsAfter([]), boundsAfter(['plain', 'plain', 'plain'])]
  assert.ok(plain.unmarkedLength < unknown.unmarkedLength && plain.unmarkedMs < unknown.unmarkedMs)
  assert.deepEqual(boundsAfter(['plain', 'preamble', 'plain']), unknown)
})

test('createMarkHabit() holds words for long once words before a call were shown', () => {
  assert.deepEqual(boundsAfter(['plain', 'plain', 'plain'], true), boundsAfter([]))
})
