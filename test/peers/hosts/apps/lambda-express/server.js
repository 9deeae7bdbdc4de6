import serverlessExpress from '@codegenie/serverless-express'
import express from 'express'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

const app = express()
app.use('/api/ask', createListener(ask.handle))
export const handler = serverlessExpress({ app })
