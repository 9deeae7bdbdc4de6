import { createTestService } from '../support/service.ts'
import { testHttp } from './http.suite.ts'

testHttp({ name: 'memory', serviceWith: createTestService })
