import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Protocol } from '../../../src/core/llm/model.ts'
import { resolveTarget, requestUrl } from '../../../src/core/llm/provider.ts'

const PATHS: Readonly<Record<Protocol, string>> = { chat: '/chat/completions', responses: '/responses', anthropic: '/v1/messages' }

/** Checks provider, protocol and address for a key and a base address. */
function check(key: string | null, baseUrl: string | null, expected: string, protocol: Protocol | 'auto' = 'auto') {
  const target = resolveTarget({ key, baseUrl, protocol })
  assert.equal(`${target.provider} ${target.protocol} ${requestUrl(target, PATHS[target.protocol])}`, expected, `${key} ${baseUrl}`)
}

test('resolveTarget() uses the full address of an endpoint as it is', () => {
  check('k', 'https://gw.example/x/chat/completions', 'gw.example chat https://gw.example/x/chat/completions')
  check('k', 'https://gw.example/x/responses', 'gw.example responses https://gw.example/x/responses')
  check('k', 'https://gw.example/x/messages', 'gw.example anthropic https://gw.example/x/messages')
  check('k', 'https://gw.example/x/chat/completions/?a=b', 'gw.example chat https://gw.example/x/chat/completions?a=b')
  check('k', 'https://api.openai.com/v1/chat/completions', 'openai chat https://api.openai.com/v1/chat/completions')
})

test('resolveTarget() recognizes Anthropic by its host or a part of the path', () => {
  check('k', 'https://api.anthropic.com', 'anthropic anthropic https://api.anthropic.com/v1/messages')
  check('k', 'https://api.anthropic.com/v1/', 'anthropic anthropic https://api.anthropic.com/v1/messages')
  check('k', 'https://api.deepseek.com/anthropic', 'deepseek anthropic https://api.deepseek.com/anthropic/v1/messages')
  check('k', 'https://gw.example/anthropic/v1?x=1', 'gw.example anthropic https://gw.example/anthropic/v1/messages?x=1')
  check('k', 'https://gw.example/anthropic-like/v1', 'gw.example chat https://gw.example/anthropic-like/v1/chat/completions')
  check('k', 'https://api.anthropic.com.evil.example', 'api.anthropic.com.evil.example chat https://api.anthropic.com.evil.example/chat/completions')
})

test('resolveTarget() chooses Responses for OpenAI and for Azure\'s newer address', () => {
  check('k', 'https://api.openai.com/v1', 'openai responses https://api.openai.com/v1/responses')
  check('k', 'https://api.openai.com', 'openai responses https://api.openai.com/v1/responses')
  check('k', 'https://x.openai.azure.com/openai/v1/', 'azure responses https://x.openai.azure.com/openai/v1/responses')
  check('k', 'https://x.services.ai.azure.com/openai/v1', 'azure responses https://x.services.ai.azure.com/openai/v1/responses')
  check(
    'k', 'https://x.openai.azure.com/openai/deployments/d?api-version=2025-01-01',
    'azure chat https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01',
  )
})

test('resolveTarget() chooses Chat Completions for all others', () => {
  check('k', 'http://localhost:11434/v1/', 'localhost chat http://localhost:11434/v1/chat/completions')
  check('k', 'http://127.0.0.1:8080', 'localhost chat http://127.0.0.1:8080/chat/completions')
  check(null, 'http://[::1]:1234/v1', 'localhost chat http://[::1]:1234/v1/chat/completions')
  check('k', 'https://api.mistral.ai', 'mistral chat https://api.mistral.ai/v1/chat/completions')
  check('k', 'https://api.deepseek.com', 'deepseek chat https://api.deepseek.com/chat/completions')
  check('k', 'https://llm.example/a//b#fragment', 'llm.example chat https://llm.example/a//b/chat/completions')
})

test('resolveTarget() goes by the beginning of the key without an address', () => {
  check('sk-ant-1', null, 'anthropic anthropic https://api.anthropic.com/v1/messages')
  check('sk-or-1', null, 'openrouter chat https://openrouter.ai/api/v1/chat/completions')
  check('gsk_1', null, 'groq chat https://api.groq.com/openai/v1/chat/completions')
  check('xai-1', null, 'xai chat https://api.x.ai/v1/chat/completions')
  check('AIza1', null, 'google chat https://generativelanguage.googleapis.com/v1beta/openai/chat/completions')
  check('sk-proj-1', null, 'openai responses https://api.openai.com/v1/responses')
  check('whatever', null, 'openai responses https://api.openai.com/v1/responses')
})

test('resolveTarget() uses the protocol of the settings', () => {
  check('k', null, 'openai chat https://api.openai.com/v1/chat/completions', 'chat')
  check('k', null, 'anthropic anthropic https://api.anthropic.com/v1/messages', 'anthropic')
  check('k', 'http://localhost:1234/v1', 'localhost responses http://localhost:1234/v1/responses', 'responses')
  check('k', 'https://openrouter.ai/api/v1', 'openrouter anthropic https://openrouter.ai/api/v1/messages', 'anthropic')
})

test('resolveTarget() leaves the protocol open where neither the settings nor the address chose it', () => {
  const mayChange = (baseUrl: string, protocol: Protocol | 'auto') => resolveTarget({ key: 'k', baseUrl, protocol }).mayChangeProtocol
  assert.equal(mayChange('https://api.openai.com/v1', 'auto'), true)
  assert.equal(mayChange('https://api.openai.com/v1/responses', 'auto'), false)
  assert.equal(mayChange('https://api.openai.com/v1', 'responses'), false)
})
