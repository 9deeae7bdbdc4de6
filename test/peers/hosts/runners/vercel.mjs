/** Vercel's server for Node functions, which `vercel dev` runs, with `api/ask.js`, the target of the rewrites. */

process.env.VERCEL_DEV_ENTRYPOINT = 'api/ask.js'
process.env.VERCEL_DEV_PORT = process.env.PORT
process.send ??= () => undefined
await import(new URL('dev-server.mjs', import.meta.resolve('@vercel/node')))
