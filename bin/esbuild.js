// The esbuild that tsx brings along: both are for development.
import { createRequire } from 'node:module'

function load() {
  try {
    const tsx = createRequire(import.meta.url).resolve('tsx')
    return createRequire(tsx)('esbuild')
  } catch (cause) {
    throw new Error('There is no esbuild, which comes with tsx: run `npm install` in the package\'s folder', { cause })
  }
}

export const { build, transform } = load()
