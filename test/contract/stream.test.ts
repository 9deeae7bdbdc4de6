import { describe } from 'node:test'
import { createTestService } from '../support/service.ts'
import { testStreams } from './stream.suite.ts'

describe('streams', () => testStreams({ name: 'memory', serviceWith: createTestService }))
