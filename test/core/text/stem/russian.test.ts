import { test } from 'node:test'
import { stemRussian } from '../../../../src/core/text/stem/russian.ts'
import { checkApart, checkStems } from '../../../support/stem-table.ts'

test('stemRussian() brings cases and numbers together', () => {
  checkStems(stemRussian, `
    страниц: страница страницы странице страницу страниц страницами
    сервер: сервер сервера серверы серверов сервере
    настройк: настройка настройки настройке настройками
    пользовател: пользователь пользователя пользователем пользователями
    файл: файл файла файлов файлами
  `)
})

test('stemRussian() brings the forms of an adjective together', () => {
  checkStems(stemRussian, `
    нов: новый новая новое новые нового новейший
    красив: красивый красивая красивейший
    важн: важный важная
  `)
})

test('stemRussian() brings the forms of a verb together', () => {
  checkStems(stemRussian, `
    созда: создать создал создала создает создаёт создаем созданный создав
    запуст: запустить запустил запустила запустите запустив запустивши
    установ: установить установите установится
    развертыван: развертывание развёртывания
  `)
})

test('stemRussian() drops -ость only from a long word', () => {
  checkStems(stemRussian, `
    надежн: надежность
    важност: важность
    гост: гость
    пост: пост
  `)
})

test('stemRussian() keeps words apart that only look related', () => {
  checkApart(stemRussian, `
    установка установить
    страна страница
    порт портал
  `)
})

test('stemRussian() leaves words without vowels', () => {
  checkStems(stemRussian, `
    к: к
    в: в
    скрч: скрч
  `)
})
