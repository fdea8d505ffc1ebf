import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import { createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createEventStreams } from './event-streams.ts'
import { createRevocations } from './revocations.ts'

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
})
afterEach(() => {
  jest.useRealTimers()
})

test('a stream is over when a token would be, and its source with it', async () => {
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'test')
  const streams = createEventStreams(runtime, createRevocations())
  const source = new PassThrough()
  const { body } = await streams.open(
    { kind: 'user', userId: 'u', sessionId: 's', isDemo: false },
    'screener',
    async () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: source,
    }),
  )
  const reader = (body as Readable).resume()
  jest.advanceTimersByTime((ACCESS_TOKEN_SECONDS - 1) * 1_000)
  expect([reader.readableEnded, source.destroyed]).toEqual([false, false])
  jest.advanceTimersByTime(1_000)
  await finished(reader)
  expect(reader.readableEnded).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(source.destroyed).toBe(true)
  await runtime.close()
})

test('a session that ended between the check of its token and the call opens none', async () => {
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'test')
  const revocations = createRevocations()
  const streams = createEventStreams(runtime, revocations)
  revocations.add('s')
  let calls = 0
  const opening = streams.open({ kind: 'user', userId: 'u', sessionId: 's', isDemo: false }, 'screener', async () => {
    calls += 1
    throw new Error('asked all the same')
  })
  await expect(opening).rejects.toMatchObject({ status: 401, code: 'token_revoked' })
  expect(calls).toBe(0)
  await runtime.close()
})
