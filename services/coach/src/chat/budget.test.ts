import { AppError, type Logger } from '@callwright/service'
import { expect, test } from '@jest/globals'
import { createBudget } from './budget.ts'

const terms = { tokensPerDay: 30_000, costPerDayUsd: 100, inputUsdPerMillion: 1, outputUsdPerMillion: 1 }

function open(sum: () => Promise<{ tokens: number; costUsd: number }>, changes: Partial<typeof terms> = {}) {
  return createBudget({
    usage: { sum, add: async () => {} },
    terms: { ...terms, ...changes },
    log: { warn: () => undefined } as unknown as Logger,
    now: () => 0,
    onRemaining: () => {},
  })
}

test('questions that are being answered count before they are paid', async () => {
  const budget = open(async () => ({ tokens: 0, costUsd: 0 }))
  const [first, second, third] = await Promise.all([budget.reserve(), budget.reserve(), budget.reserve()])
  expect([first.state, second.state, third.state]).toEqual(['left', 'left', 'spent'])
  first.release()
  first.release()
  expect(await budget.read()).toBe('left')
})

test('the least budget is good for one question at a time', async () => {
  const budget = open(async () => ({ tokens: 0, costUsd: 0 }), { tokensPerDay: 100 })
  const first = await budget.reserve()
  expect([first.state, (await budget.reserve()).state]).toEqual(['left', 'spent'])
  first.release()
  expect((await budget.reserve()).state).toBe('left')
})

test('one that cannot be read is not called spent', async () => {
  const budget = open(() => Promise.reject(new AppError(503, 'database_unavailable', 'Away')))
  expect([await budget.read(), (await budget.reserve()).state]).toEqual(['unknown', 'unknown'])
})
