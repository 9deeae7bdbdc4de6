import { createTestService } from '../support/service.ts'
import { testStreams } from './stream.suite.ts'

testStreams({ name: 'memory', serviceWith: createTestService })
