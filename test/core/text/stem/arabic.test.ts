import { test } from 'node:test'
import { stemArabic } from '../../../../src/core/text/stem/arabic.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemArabic, {
  'takes the article off': `
    تثبيت: تثبيت التثبيت بالتثبيت للتثبيت والتثبيت
  `,
  'leaves three letters at least': `
    الان: الان
  `,
})) test(name, run)

test('stemArabic() keeps words apart that only look related', () => {
  checkApart(stemArabic, `
    ملف الملفات
  `)
})
