import { join } from 'node:path'

// Where node_modules are: a site of its own needs no such line.
export default { turbopack: { root: join(import.meta.dirname, '../..') } }
