import { ask } from '../../../../lib/ask.js'

export const fallback = ({ request, getClientAddress }) => ask.fetch(request, { client: getClientAddress() })
