/** What Cloudflare's tool does with a worker, here for workerd alone: its prebuilt file and all modules -> bundle.js. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const program = fileURLToPath(new URL('node_modules/ask-service/bin/ask.js', import.meta.url))
execFileSync(process.execPath, [program, 'index', 'build', 'docs'], { stdio: 'inherit' })
const output = { outfile: 'bundle.js', format: 'esm', platform: 'neutral' }
await build({ entryPoints: ['worker.js'], bundle: true, logLevel: 'warning', ...output })
