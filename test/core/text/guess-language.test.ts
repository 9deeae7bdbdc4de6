import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLanguage } from '../../../src/core/text/guess-language.ts'

const check = (text: string, expected: string | null) => assert.equal(guessLanguage(text), expected, text)

test('guessLanguage() goes by function words in Latin letters', () => {
  check('How do I turn this off?', 'en')
  check('Wie schalte ich das für alle aus?', 'de')
  check('¿Cómo puedo cambiar el puerto de la aplicación?', 'es')
  check('Comment puis-je changer le port pour les tests ?', 'fr')
  check('Como posso mudar a porta do servidor?', 'pt')
})

test('guessLanguage() goes by other letters', () => {
  check('ポートを変える', 'ja')
  check('如何更改端口', 'zh')
  check('포트를 어떻게 바꾸나요', 'ko')
  check('Как изменить порт?', 'ru')
  check('astro.config.mjs の server.port を変える方法', 'ja')
})

test('guessLanguage() goes by function words where other letters are only an example', () => {
  check('What does 設定 mean in the docs?', 'en')
  check('Wie schreibe ich ein ß oder ein λ in der URL?', 'de')
})

test('guessLanguage() has no language for names alone', () => {
  check('astro:env client', null)
  check('', null)
})
