import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLanguage } from '../../../src/core/text/guess-language.ts'
import { rulesOf } from '../../support/rules.ts'

const check = (text: string, expected: string | null) => assert.equal(guessLanguage(text), expected, text)

for (const [name, run] of rulesOf('guessLanguage()', check, [
  ['goes by function words in Latin letters',
    ['How do I turn this off?', 'en'], ['Wie schalte ich das für alle aus?', 'de'],
    ['¿Cómo puedo cambiar el puerto de la aplicación?', 'es'],
    ['Comment puis-je changer le port pour les tests ?', 'fr'], ['Como posso mudar a porta do servidor?', 'pt']],
  ['goes by other letters',
    ['ポートを変える', 'ja'], ['如何更改端口', 'zh'], ['포트를 어떻게 바꾸나요', 'ko'], ['Как изменить порт?', 'ru'],
    ['astro.config.mjs の server.port を変える方法', 'ja']],
  ['goes by function words where other letters are only an example',
    ['What does 設定 mean in the docs?', 'en'], ['Wie schreibe ich ein ß oder ein λ in der URL?', 'de']],
  ['has no language for names alone', ['astro:env client', null], ['', null]],
])) test(name, run)
