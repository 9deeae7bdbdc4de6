import serverless from 'serverless-http'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

export const handler = serverless(createListener(ask.handle))
