import connect from 'connect'
import { createListener } from 'ask-service/node'
import { ask } from './ask.js'

const app = connect()
app.use('/api/ask', createListener(ask.handle))
app.listen(process.env.PORT, '127.0.0.1')
