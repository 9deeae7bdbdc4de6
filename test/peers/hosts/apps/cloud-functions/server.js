import { http } from '@google-cloud/functions-framework'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

http('ask', createListener(ask.handle))
