import express from 'express'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

const app = express()
app.use(express.json())
app.use('/api', express.Router().use('/ask', createListener(ask.handle)))
app.listen(process.env.PORT, '127.0.0.1')
