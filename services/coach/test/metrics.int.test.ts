import { commonMetrics, MAX_SERIES, parseMetrics } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newUser, openStack, type Stack } from './support.ts'

const ownMetrics = [
  'coach_requests_total',
  'coach_tokens_total',
  'coach_cost_usd_total',
  'coach_budget_remaining_ratio',
  'coach_tool_calls_total',
  'coach_output_rejected_total',
]

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

test('exports all metrics from the start, and never labels them with users, symbols or message text', async () => {
  const before = parseMetrics(await stack.metrics())
  expect([...commonMetrics, ...ownMetrics].filter((name) => !before.names.has(name))).toEqual([])
  expect(before.find('coach_requests_total', { outcome: 'late' })).toBe(0)
  expect(before.find('coach_tokens_total', { direction: 'output' })).toBe(0)
  expect(before.find('coach_tool_calls_total', { tool: 'portfolio_review', outcome: 'UPSTREAM_TIMEOUT' })).toBe(0)
  expect(before.find('coach_output_rejected_total', { reason: 'promise' })).toBe(0)
  for (const upstream of ['model', 'market-data', 'screener', 'portfolio']) {
    expect(before.find('circuit_breaker_state', { upstream })).toBe(0)
    expect(before.find('retries_total', { upstream })).toBe(0)
  }

  const user = newUser()
  stack.model.play({ status: 503 }, { say: 'A call is a right.' })
  await stack.ask('What is a call on ZZT?', user)
  const { series, find, findUnbounded } = parseMetrics(await stack.metrics())
  expect(find('coach_requests_total', { outcome: 'answered' })).toBe(1)
  expect(find('retries_total', { upstream: 'model' })).toBe(1)
  const countAllowed = (store: string) =>
    find('rate_limit_decisions_total', { limiter: 'coach_messages', decision: 'allowed', store }) ?? Number.NaN
  expect(countAllowed('redis') + countAllowed('memory')).toBe(1)
  expect(series.length).toBeLessThan(MAX_SERIES)
  expect(findUnbounded([user, 'ZZT'])).toEqual([])
})
