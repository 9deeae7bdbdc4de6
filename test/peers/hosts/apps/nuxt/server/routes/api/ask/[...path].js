import { createListener } from 'ask-service/node'
import { ask } from '../../../../ask.js'

export default fromNodeMiddleware(createListener(ask.handle))
