import { expect, test } from '@jest/globals'
import { toolSpecs } from '../tools/tool-specs.ts'
import { createToolCaller } from './tool-caller.ts'
import type { Tool, ToolContext } from './types.ts'

function openCaller(tool: Tool, signal = new AbortController().signal) {
  const context: ToolContext = {
    user: { userId: 'u', sessionId: 's', isDemo: false },
    asOf: '2026-11-20T21:00:00Z',
    signal,
    requestId: 'r',
    page: null,
  }
  const tools = { market_status: tool }
  return createToolCaller({ tools, specs: toolSpecs, context, onEvent: () => {}, timeoutMs: 20 })
}

test('a tool that hangs has no answer, and is told to stop', async () => {
  const heard: AbortSignal[] = []
  const caller = openCaller((_args, { signal }) => {
    heard.push(signal)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  expect(await caller.call('market_status', {})).toMatchObject({
    made: true,
    call: { id: 'r1', args: { date: null }, result: { error: 'UPSTREAM_TIMEOUT' } },
  })
  expect(heard.map(({ aborted }) => aborted)).toEqual([true])
})

test('a turn that ends takes its tools along', async () => {
  const ending = new AbortController()
  const caller = openCaller(() => new Promise(() => {}), ending.signal)
  const asked = caller.call('market_status', {})
  ending.abort(new Error('over'))
  await expect(asked).rejects.toThrow('over')
})

test('what a tool says of itself is kept as it says it, and what it leaves out is unknown', async () => {
  const caller = openCaller(async () => JSON.parse('{"state": "open"}'))
  expect(await caller.call('market_status', {})).toMatchObject({
    call: { result: { state: 'open', as_of: null, delay_minutes: null, source: null, warnings: [] } },
  })
})
