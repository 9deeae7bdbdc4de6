import { fromNodeHandler } from 'nitro/h3'
import { createListener } from 'ask-service/node'
import { ask } from '../../../ask.js'

export default fromNodeHandler(createListener(ask.handle))
