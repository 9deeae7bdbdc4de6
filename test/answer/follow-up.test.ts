import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followUpQuery } from '../../src/answer/conversation.ts'

const turns = (...queries: readonly string[]) => queries.map((query) => ({ query, answer: 'Never searched for.' }))

test('followUpQuery() adds the words that a follow-up lacks, without function words', () => {
  assert.equal(followUpQuery('And in Docker?', turns('How do I deploy the site to a server?')), 'And in Docker? deploy site server')
  assert.equal(followUpQuery('Und für Déploy?', turns('How do I deploy the site?')), 'Und für Déploy? site')
})

test('followUpQuery() reads older questions only where newer ones name too little', () => {
  assert.equal(followUpQuery('And POST?', turns('How do sessions work?', 'Create an API endpoint', 'And DELETE?')), 'And POST? DELETE Create API endpoint')
  assert.equal(followUpQuery('Why?', turns('old words', 'three new words')), 'Why? three new words')
})

test('followUpQuery() adds no syntax of queries', () => {
  assert.equal(followUpQuery('Why?', turns('"exact phrase" -without --flag (all)')), 'Why? exact phrase without --flag')
})

test('followUpQuery() is bounded, and leaves a first question as it is', () => {
  assert.equal(followUpQuery('Why is "this" so?', []), 'Why is "this" so?')
  const long = turns(Array.from({ length: 500 }, (_, i) => `word${i}`).join(' '))
  assert.equal(followUpQuery('Why?', long).split(' ').length, 13)
})
