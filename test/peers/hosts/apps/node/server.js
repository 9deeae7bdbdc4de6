import { createServer } from 'node:http'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

createServer(createListener(ask.handle)).listen(process.env.PORT, '127.0.0.1')
