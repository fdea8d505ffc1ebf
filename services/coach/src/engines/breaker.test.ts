import { expect, test } from '@jest/globals'
import { type Engine, EngineFailure, type EngineInput, noUsage } from '../turn/types.ts'
import { withBreaker } from './open-model.ts'

const input = { signal: new AbortController().signal } as EngineInput
const draft = { text: 'A call is a right.', card: null, usage: noUsage, repair: null }

test('lets one turn probe the provider after the open period', async () => {
  let nowMs = 0
  let run: Engine['run'] = () => Promise.reject(new EngineFailure('unavailable', noUsage))
  const engine = withBreaker(
    { name: 'openai', model: 'm', run: (given) => run(given) },
    { now: () => nowMs, onChange: () => {} },
  )
  for (let turn = 0; turn < 3; turn++) await expect(engine.run(input)).rejects.toThrow('unavailable')
  nowMs += 30_000
  const answer = Promise.withResolvers<typeof draft>()
  let asked = 0
  run = () => {
    asked += 1
    return answer.promise
  }
  const first = engine.run(input)
  await expect(engine.run(input)).rejects.toThrow('unavailable')
  answer.resolve(draft)
  expect(await first).toBe(draft)
  expect(await engine.run(input)).toBe(draft)
  expect(asked).toBe(2)
})
