import { waitUntil } from '@vercel/functions'
import { ask } from '../ask.js'

export default { fetch: (request) => ask.fetch(request, { client: request.headers.get('x-real-ip') ?? '', waitUntil }) }
