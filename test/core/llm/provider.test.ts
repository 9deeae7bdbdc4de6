import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Protocol } from '../../../src/core/llm/model.ts'
import { resolveTarget, requestUrl } from '../../../src/core/llm/provider.ts'
import { rulesOf } from '../../support/rules.ts'

const PATHS: Readonly<Record<Protocol, string>> = { chat: '/chat/completions', responses: '/responses', anthropic: '/v1/messages' }

/** Checks provider, protocol and address for a key and a base address. */
function check(key: string | null, baseUrl: string | null, expected: string, protocol: Protocol | 'auto' = 'auto') {
  const target = resolveTarget({ key, baseUrl, protocol })
  assert.equal(`${target.provider} ${target.protocol} ${requestUrl(target, PATHS[target.protocol])}`, expected, `${key} ${baseUrl}`)
}

for (const [name, run] of rulesOf('resolveTarget()', check, [
  ['uses the full address of an endpoint as it is',
    ['k', 'https://gw.example/x/chat/completions', 'gw.example chat https://gw.example/x/chat/completions'],
    ['k', 'https://gw.example/x/responses', 'gw.example responses https://gw.example/x/responses'],
    ['k', 'https://gw.example/x/messages', 'gw.example anthropic https://gw.example/x/messages'],
    ['k', 'https://gw.example/x/chat/completions/?a=b', 'gw.example chat https://gw.example/x/chat/completions?a=b'],
    ['k', 'https://api.openai.com/v1/chat/completions', 'openai chat https://api.openai.com/v1/chat/completions']],
  ['recognizes Anthropic by its host or a part of the path',
    ['k', 'https://api.anthropic.com', 'anthropic anthropic https://api.anthropic.com/v1/messages'],
    ['k', 'https://api.anthropic.com/v1/', 'anthropic anthropic https://api.anthropic.com/v1/messages'],
    ['k', 'https://api.deepseek.com/anthropic', 'deepseek anthropic https://api.deepseek.com/anthropic/v1/messages'],
    ['k', 'https://gw.example/anthropic/v1?x=1', 'gw.example anthropic https://gw.example/anthropic/v1/messages?x=1'],
    ['k', 'https://gw.example/anthropic-like/v1', 'gw.example chat https://gw.example/anthropic-like/v1/chat/completions'],
    ['k', 'https://api.anthropic.com.evil.example', 'api.anthropic.com.evil.example chat https://api.anthropic.com.evil.example/chat/completions']],
  ['chooses Chat Completions for all others',
    ['k', 'http://localhost:11434/v1/', 'localhost chat http://localhost:11434/v1/chat/completions'],
    ['k', 'http://127.0.0.1:8080', 'localhost chat http://127.0.0.1:8080/chat/completions'],
    [null, 'http://[::1]:1234/v1', 'localhost chat http://[::1]:1234/v1/chat/completions'],
    ['k', 'https://api.mistral.ai', 'mistral chat https://api.mistral.ai/v1/chat/completions'],
    ['k', 'https://api.deepseek.com', 'deepseek chat https://api.deepseek.com/chat/completions'],
    ['k', 'https://llm.example/a//b#fragment', 'llm.example chat https://llm.example/a//b/chat/completions']],
  ['goes by the beginning of the key without an address',
    ['sk-ant-1', null, 'anthropic anthropic https://api.anthropic.com/v1/messages'],
    ['sk-or-1', null, 'openrouter chat https://openrouter.ai/api/v1/chat/completions'],
    ['gsk_1', null, 'groq chat https://api.groq.com/openai/v1/chat/completions'],
    ['xai-1', null, 'xai chat https://api.x.ai/v1/chat/completions'],
    ['AIza1', null, 'google chat https://generativelanguage.googleapis.com/v1beta/openai/chat/completions'],
    ['sk-proj-1', null, 'openai responses https://api.openai.com/v1/responses'],
    ['whatever', null, 'openai responses https://api.openai.com/v1/responses']],
  ['uses the protocol of the settings',
    ['k', null, 'openai chat https://api.openai.com/v1/chat/completions', 'chat'],
    ['k', null, 'anthropic anthropic https://api.anthropic.com/v1/messages', 'anthropic'],
    ['k', 'http://localhost:1234/v1', 'localhost responses http://localhost:1234/v1/responses', 'responses'],
    ['k', 'https://openrouter.ai/api/v1', 'openrouter anthropic https://openrouter.ai/api/v1/messages', 'anthropic']],
  ['chooses Responses for OpenAI and for Azure\'s newer address',
    ['k', 'https://api.openai.com/v1', 'openai responses https://api.openai.com/v1/responses'],
    ['k', 'https://api.openai.com', 'openai responses https://api.openai.com/v1/responses'],
    ['k', 'https://x.openai.azure.com/openai/v1/', 'azure responses https://x.openai.azure.com/openai/v1/responses'],
    ['k', 'https://x.services.ai.azure.com/openai/v1', 'azure responses https://x.services.ai.azure.com/openai/v1/responses'],
    ['k', 'https://x.openai.azure.com/openai/deployments/d?api-version=2025-01-01',
      'azure chat https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01']],
])) test(name, run)

test('resolveTarget() leaves the protocol open where neither the settings nor the address chose it', () => {
  const mayChange = (baseUrl: string, protocol: Protocol | 'auto') => resolveTarget({ key: 'k', baseUrl, protocol }).mayChangeProtocol
  assert.equal(mayChange('https://api.openai.com/v1', 'auto'), true)
  assert.equal(mayChange('https://api.openai.com/v1/responses', 'auto'), false)
  assert.equal(mayChange('https://api.openai.com/v1', 'responses'), false)
})
