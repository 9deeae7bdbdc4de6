import { test } from 'node:test'
import { stemRussian } from '../../../../src/core/text/stem/russian.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemRussian, {
  'brings cases and numbers together': `
    страниц: страница страницы странице страницу страниц страницами
    сервер: сервер сервера серверы серверов сервере
    настройк: настройка настройки настройке настройками
    пользовател: пользователь пользователя пользователем пользователями
    файл: файл файла файлов файлами
  `,
  'brings the forms of an adjective together': `
    нов: новый новая новое новые нового новейший
    красив: красивый красивая красивейший
    важн: важный важная
  `,
  'brings the forms of a verb together': `
    созда: создать создал создала создает создаёт создаем созданный создав
    запуст: запустить запустил запустила запустите запустив запустивши
    установ: установить установите установится
    развертыван: развертывание развёртывания
  `,
  'drops -ость only from a long word': `
    надежн: надежность
    важност: важность
    гост: гость
    пост: пост
  `,
  'leaves words without vowels': `
    к: к
    в: в
    скрч: скрч
  `,
})) test(name, run)

test('stemRussian() keeps words apart that only look related', () => {
  checkApart(stemRussian, `
    установка установить
    страна страница
    порт портал
  `)
})
