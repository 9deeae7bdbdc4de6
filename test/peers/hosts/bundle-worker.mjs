/** What Cloudflare's tool does with a worker, here for workerd alone: its content and all modules -> bundle.js. */
import { writeFileSync } from 'node:fs'
import { chunkPages } from 'ask-service'
import { readFolder } from 'ask-service/node'
import { build } from 'esbuild'

writeFileSync('chunks.json', JSON.stringify(chunkPages((await readFolder('docs')).pages)))
const output = { outfile: 'bundle.js', format: 'esm', platform: 'neutral' }
await build({ entryPoints: ['worker.js'], bundle: true, logLevel: 'warning', ...output })
