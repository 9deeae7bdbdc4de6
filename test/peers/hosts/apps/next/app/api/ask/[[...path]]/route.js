import { ask } from '../../../../ask.js'

const run = (request) => ask.fetch(request)
export { run as DELETE, run as GET, run as HEAD, run as OPTIONS, run as PATCH, run as POST, run as PUT }
