import { describe, expect, test } from '@jest/globals'
import { type FailureFacts, ProviderFailure } from '../providers/http/provider-failure.ts'
import { createPatience, waitForTurns } from './patience.ts'

const failure = (facts: Partial<FailureFacts>) =>
  new ProviderFailure('vendor', { kind: 'unavailable', detail: 'away', ...facts })

/** Fails so often, each time with the next of the failures, and then answers. */
function failing(...failures: readonly unknown[]) {
  const left = [...failures]
  return async (): Promise<string> => {
    if (left.length > 0) throw left.shift()
    return 'answer'
  }
}

function open() {
  const waits: number[] = []
  const told: string[] = []
  const ask = createPatience({
    wait: async (ms) => void waits.push(ms),
    onWait: (ms, reason) => void told.push(`${ms} ${reason}`),
  })
  return { ask, waits, told }
}

describe('patience', () => {
  test('an answer needs none', async () => {
    const { ask, waits } = open()
    expect(await ask(failing())).toBe('answer')
    expect(waits).toEqual([])
  })

  test('waits as long as it is told, a minute where nothing is said, and never less than a second', async () => {
    const { ask, waits, told } = open()
    const refusal = { kind: 'rate_limited', detail: 'too many calls' } as const
    const asked = failing(
      failure({ ...refusal, retryAfterMs: 90_000 }),
      failure(refusal),
      failure({ ...refusal, retryAfterMs: 0 }),
    )
    expect(await ask(asked)).toBe('answer')
    expect(waits).toEqual([90_000, 60_000, 1_000])
    expect(told[0]).toBe('90000 vendor: too many calls')
  })

  test('half an hour of pauses is too much for one question', async () => {
    const { ask, waits } = open()
    const refused = failure({ kind: 'rate_limited', retryAfterMs: 10 * 60_000 })
    await expect(ask(failing(refused, refused, refused, refused))).rejects.toBe(refused)
    expect(waits).toHaveLength(3)
  })

  test.each(['unavailable', 'unreadable'] as const)('tries three times more: %s', async (kind) => {
    const { ask, waits } = open()
    const away = failure({ kind })
    expect(await ask(failing(away, away, away))).toBe('answer')
    expect(waits).toEqual([2_000, 10_000, 30_000])
    await expect(ask(failing(away, away, away, away))).rejects.toBe(away)
  })

  test.each(['unauthorized', 'not_entitled', 'not_found'] as const)(
    'nothing changes by asking again: %s',
    async (kind) => {
      const { ask, waits } = open()
      const final = failure({ kind })
      await expect(ask(failing(final))).rejects.toBe(final)
      expect(waits).toEqual([])
    },
  )

  test('a mistake of ours is none of a provider', async () => {
    const mistake = new TypeError('ours')
    await expect(open().ask(failing(mistake))).rejects.toBe(mistake)
  })
})

describe('turns', () => {
  const noneFree = failure({ kind: 'rate_limited', retryAfterMs: 12_000 })

  function fetchAfter(...failures: readonly unknown[]) {
    const waits: number[] = []
    const answer = failing(...failures)
    const fetch = waitForTurns(
      async () => new Response(await answer()),
      async (ms) => void waits.push(ms),
    )
    return { fetch, waits }
  }

  test('a call that the gate has none free for is made when one is', async () => {
    const { fetch, waits } = fetchAfter(noneFree, noneFree)
    expect(await (await fetch('http://vendor.test')).text()).toBe('answer')
    expect(waits).toEqual([12_000, 12_000])
  })

  test('what the provider refuses, and every other failure, comes back', async () => {
    for (const refused of [
      failure({ kind: 'rate_limited', status: 429 }),
      failure({}),
      new TypeError('fetch failed'),
    ]) {
      await expect(fetchAfter(refused).fetch('http://vendor.test')).rejects.toBe(refused)
    }
  })

  test('nobody waits for a call that was given up', async () => {
    const given = AbortSignal.abort(new Error('given up'))
    const { fetch, waits } = fetchAfter(noneFree)
    await expect(fetch('http://vendor.test', { signal: given })).rejects.toThrow('given up')
    expect(waits).toEqual([])
  })
})
