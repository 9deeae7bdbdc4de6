import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLanguage } from '../../src/text/guess-language.ts'

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
})

test('guessLanguage() has no language for names alone', () => {
  check('astro:env client', null)
  check('', null)
})
