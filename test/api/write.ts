/** Writes the report of public names anew: `npm run api`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportApi } from './report.ts'

const folder = mkdtempSync(join(tmpdir(), 'ask-api-'))
const { text, unexported } = reportApi(folder)
rmSync(folder, { recursive: true })
writeFileSync(new URL('api.md', import.meta.url), text)
for (const name of unexported) console.log(`not exported: ${name}`)
