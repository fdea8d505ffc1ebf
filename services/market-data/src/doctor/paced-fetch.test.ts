import { describe, expect, test } from '@jest/globals'
import { createPacedFetch } from './examine-source.ts'

const URL = 'http://vendor.test'

function open(limit: { readonly burst: number; readonly perSecond: number }) {
  let nowMs = 0
  const callsAtMs: number[] = []
  let slow = 0
  const fetch = createPacedFetch(limit, {
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
    fetch: async () => {
      callsAtMs.push(nowMs)
      return new Response('')
    },
    onSlow: () => {
      slow += 1
    },
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { fetch, callsAtMs, countSlow: () => slow, pass }
}

describe('a paced fetch', () => {
  test('sends a burst at once and the other calls at the permitted rate, and reports the wait once', async () => {
    const { fetch, callsAtMs, countSlow } = open({ burst: 2, perSecond: 5 / 60 })
    for (let call = 0; call < 5; call += 1) await fetch(URL)
    expect(callsAtMs).toEqual([0, 0, 12_000, 24_000, 36_000])
    expect(countSlow()).toBe(1)
  })

  test('limits concurrent calls too', async () => {
    const { fetch, callsAtMs } = open({ burst: 1, perSecond: 1 })
    await Promise.all([fetch(URL), fetch(URL), fetch(URL)])
    expect(callsAtMs.length).toBe(3)
    expect(Math.max(...callsAtMs)).toBeGreaterThanOrEqual(2_000)
  })

  test('refills up to the burst while idle', async () => {
    const { fetch, callsAtMs, pass, countSlow } = open({ burst: 2, perSecond: 10 })
    await fetch(URL)
    pass(60_000)
    for (let call = 0; call < 3; call += 1) await fetch(URL)
    expect(callsAtMs).toEqual([0, 60_000, 60_000, 60_100])
    expect(countSlow()).toBe(0)
  })

  test('an aborted call rejects with its abort reason', async () => {
    const fetch = createPacedFetch(
      { burst: 1, perSecond: 1 },
      {
        now: () => 0,
        wait: async () => undefined,
        fetch: async (_input, init) => {
          init?.signal?.throwIfAborted()
          return new Response('')
        },
        onSlow: () => undefined,
      },
    )
    await expect(fetch(URL, { signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow('given up')
  })
})
