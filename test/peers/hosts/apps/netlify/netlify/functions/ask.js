import { ask } from '../../ask.js'

export default (request, context) => ask.fetch(request, { client: context.ip, waitUntil: (work) => context.waitUntil(work) })
export const config = { path: ['/api/ask', '/api/ask/*'] }
