import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findEnvFiles } from '../../../../src/addons/astro/project/env-files.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

test('findEnvFiles() names the files that set the variable, and no others', async () => {
  const folder = await writeSite(await temporaryFolder(), {
    '.env': '# LLM_API_KEY=canary\nOTHER_LLM_API_KEY=canary\nLLM_API_KEY=\nA=b\nLLM_API_KEY=""\n',
    '.env.local': 'A=b\n  export LLM_API_KEY = canary\n',
    '.env.production': `LLM_API_KEY=canary\n${'#'.repeat(1_048_576)}`,
  })
  await mkdir(join(folder, '.dev.vars'))
  assert.deepEqual(await findEnvFiles(folder, 'LLM_API_KEY'), [join(folder, '.env.local')])
})
