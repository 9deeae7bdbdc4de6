/** Reports of answers for tests of what comes after them. */
import type { AnswerReport } from '../../src/core/answer/answerer.ts'

/** An answer that went well, after a search and a section opened; `given` replaces parts of it. */
export function report(given: Partial<AnswerReport> = {}): AnswerReport {
  return {
    id: 'a1', question: 'How do I turn off trailing slashes?',
    answer: 'Set `trailingSlash` to `never` ([Trailing slashes](/routing/#trailing-slashes)).',
    outcome: 'answered', support: 'grounded', error: null, model: 'small-model', provider: 'openai',
    baseUrl: 'https://api.openai.com/v1', steps: 3,
    calls: [{ name: 'search', args: { query: 'trailing slash' } }, { name: 'open', args: { id: 'routing#trailing-slashes' } }],
    sources: 4, cited: ['/routing/#trailing-slashes'], opened: ['/routing/#trailing-slashes'],
    invented: ['--slash'],
    usage: { input: 4_200, output: 180, cached: 1_024, cacheWrite: 512, reasoning: 60 }, cost: 4_380,
    isEstimated: false, isReplayed: false, finish: 'stop', firstTokenMs: 1_234.4, totalMs: 2_345.6, ...given,
  }
}
