import { describe } from 'node:test'
import { createTestService } from '../support/service.ts'
import { testHttp } from './http.suite.ts'

describe('over HTTP', () => testHttp({ name: 'memory', serviceWith: createTestService }))
