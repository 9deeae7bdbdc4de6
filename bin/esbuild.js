// The esbuild that tsx brings along.
import { createRequire } from 'node:module'

const tsx = createRequire(import.meta.url).resolve('tsx')

export const { build, transform } = createRequire(tsx)('esbuild')
