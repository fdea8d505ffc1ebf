import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createChatModel } from '../../src/engines/compatible.ts'
import { createModelEngine } from '../../src/engines/model-engine.ts'
import { answerTurn } from '../../src/pipeline.ts'
import type { ToolRegistry } from '../../src/turn/types.ts'
import { hostileReplies } from './hostile-replies.ts'
import { type StubModel, startStubModel } from './stub-model.ts'

let stub: StubModel
beforeAll(async () => {
  stub = await startStubModel()
})
afterAll(() => stub.stop())

const stamp = { as_of: '2026-11-20T20:45:00Z', delay_minutes: 15, source: 'Invented', warnings: [] }
const tools: ToolRegistry = {
  calc_covered_call: async () => ({ ...stamp, symbol: 'ZZT', premium: 1.37, strike: 87.5, contracts: 2 }),
}
const args = { entry_price: 83.17, strike: 87.5, premium: 1.37, shares: 200 }
const WORST_BYTES = 32 * 1_024

/** The model calls its tool and then replies with `output`, also when asked to repair it. */
function answer(output: string) {
  stub.play({ call: 'calc_covered_call', args }, { say: output })
  return answerTurn({
    message: 'Is this a good call?',
    history: [],
    user: { userId: 'user-1', sessionId: 's', isDemo: false },
    asOf: '2026-11-20T21:00:00Z',
    page: null,
    tools,
    engine: createModelEngine(createChatModel({ apiKey: 'k', baseUrl: stub.url, model: 'm' })),
    fallback: {
      engine: {
        name: 'offline',
        model: 'rules',
        run: async () => ({
          text: 'The offline coach.',
          card: null,
          repair: null,
          usage: { modelTurns: 0, inputTokens: 0, outputTokens: 0 },
        }),
      },
    },
  })
}

test('there are at least sixty hostile replies', () => {
  expect(hostileReplies.length).toBeGreaterThanOrEqual(60)
})

describe('a hostile reply (F31)', () => {
  test.each(
    hostileReplies.map(({ output, mustNot }) => [JSON.stringify(output).slice(0, 60), output, mustNot] as const),
  )('%s is not passed on', async (_shown, output, mustNot) => {
    const { text, metadata, calls } = await answer(output)
    expect(text).not.toMatch(mustNot)
    expect(text).not.toMatch(/<[a-z!/]|https?:|javascript:/iu)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(WORST_BYTES)
    expect(text).not.toBe('')
    expect(metadata === null || metadata.type === 'trade_card').toBe(true)
    expect(calls.length).toBeLessThanOrEqual(1)
  })

  test.each(
    hostileReplies.map(({ output, mustNot }) => [JSON.stringify(output).slice(0, 60), output, mustNot] as const),
  )('%s is removed, and a correct sentence before it is kept', async (_shown, output, mustNot) => {
    const { text, failure } = await answer(`The call has a strike of {{r1.strike}}.\n${output}`)
    expect(text).not.toMatch(mustNot)
    if (failure === null) expect(text).toContain('The call has a strike of $87.50.')
  })
})
