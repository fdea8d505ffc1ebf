import { describe, expect, test } from '@jest/globals'
import { type FailureFacts, ProviderFailure } from '../providers/http/provider-failure.ts'
import { createRetry, waitForRateLimit } from './record-symbol.ts'
import { createProgress } from './run-record.ts'

describe('retries', () => {
  const failure = (facts: Partial<FailureFacts>) =>
    new ProviderFailure('vendor', { kind: 'unavailable', detail: 'away', ...facts })

  function failing(...failures: readonly unknown[]) {
    const left = [...failures]
    return async (): Promise<string> => {
      if (left.length > 0) throw left.shift()
      return 'answer'
    }
  }

  function open() {
    const waits: number[] = []
    const reasons: string[] = []
    const ask = createRetry({
      wait: async (ms) => void waits.push(ms),
      onWait: (ms, reason) => void reasons.push(`${ms} ${reason}`),
    })
    return { ask, waits, reasons }
  }

  describe('createRetry', () => {
    test('does not wait for a successful request', async () => {
      const { ask, waits } = open()
      expect(await ask(failing())).toBe('answer')
      expect(waits).toEqual([])
    })

    test('waits for the Retry-After time, or a minute by default, and at least a second', async () => {
      const { ask, waits, reasons } = open()
      const refusal = { kind: 'rate_limited', detail: 'too many calls' } as const
      const asked = failing(
        failure({ ...refusal, retryAfterMs: 90_000 }),
        failure(refusal),
        failure({ ...refusal, retryAfterMs: 0 }),
      )
      expect(await ask(asked)).toBe('answer')
      expect(waits).toEqual([90_000, 60_000, 1_000])
      expect(reasons[0]).toBe('90000 vendor: too many calls')
    })

    test('gives up on a request after half an hour of pauses', async () => {
      const { ask, waits } = open()
      const refused = failure({ kind: 'rate_limited', retryAfterMs: 10 * 60_000 })
      await expect(ask(failing(refused, refused, refused, refused))).rejects.toBe(refused)
      expect(waits).toHaveLength(3)
    })

    test.each(['unavailable', 'unreadable'] as const)('retries a failure of kind %s three times', async (kind) => {
      const { ask, waits } = open()
      const away = failure({ kind })
      expect(await ask(failing(away, away, away))).toBe('answer')
      expect(waits).toEqual([2_000, 10_000, 30_000])
      await expect(ask(failing(away, away, away, away))).rejects.toBe(away)
    })

    test.each(['unauthorized', 'not_entitled', 'not_found'] as const)(
      'does not retry a failure of kind %s',
      async (kind) => {
        const { ask, waits } = open()
        const final = failure({ kind })
        await expect(ask(failing(final))).rejects.toBe(final)
        expect(waits).toEqual([])
      },
    )

    test('does not retry a programming error', async () => {
      const mistake = new TypeError('ours')
      await expect(open().ask(failing(mistake))).rejects.toBe(mistake)
    })
  })

  describe('waitForRateLimit', () => {
    const noFreeCall = failure({ kind: 'rate_limited', retryAfterMs: 12_000 })

    function fetchAfter(...failures: readonly unknown[]) {
      const waits: number[] = []
      const answer = failing(...failures)
      const fetch = waitForRateLimit(
        async () => new Response(await answer()),
        async (ms) => void waits.push(ms),
      )
      return { fetch, waits }
    }

    test('makes a call once the rate limiter allows it', async () => {
      const { fetch, waits } = fetchAfter(noFreeCall, noFreeCall)
      expect(await (await fetch('http://vendor.test')).text()).toBe('answer')
      expect(waits).toEqual([12_000, 12_000])
    })

    test('rethrows a provider’s rejection and every other failure', async () => {
      for (const refused of [
        failure({ kind: 'rate_limited', status: 429 }),
        failure({}),
        new TypeError('fetch failed'),
      ]) {
        await expect(fetchAfter(refused).fetch('http://vendor.test')).rejects.toBe(refused)
      }
    })

    test('does not wait for an aborted call', async () => {
      const given = AbortSignal.abort(new Error('given up'))
      const { fetch, waits } = fetchAfter(noFreeCall)
      await expect(fetch('http://vendor.test', { signal: given })).rejects.toThrow('given up')
      expect(waits).toEqual([])
    })
  })
})

describe('progress', () => {
  function open(isTerminal: boolean) {
    const lines: string[] = []
    let nowMs = 0
    const progress = createProgress({ write: (text) => void lines.push(text), isTerminal, now: () => nowMs })
    return {
      progress,
      lines,
      pass: (ms: number) => {
        nowMs += ms
      },
    }
  }

  describe('progress', () => {
    test('on a terminal, updates one line, which shows the time left once it can be estimated', () => {
      const { progress, lines, pass } = open(true)
      for (let place = 1; place <= 4; place += 1) {
        progress.symbol('KO', place, 13)
        pass(60_000)
      }
      progress.end()
      const texts = lines.map((line) => line.replace('\r\u001b[K', ''))
      expect(texts.slice(0, 3)).toEqual(['recording 1/13 KO', 'recording 2/13 KO', 'recording 3/13 KO'])
      expect(texts.slice(3)).toEqual(['recording 4/13 KO, about 10 min left', '\n'])
    })

    test('estimates the time left from new requests only, not from existing files', () => {
      const { progress, lines, pass } = open(true)
      for (let place = 101; place <= 104; place += 1) {
        progress.symbol('KO', place, 104)
        pass(10_000)
      }
      expect(lines.at(-1)).toMatch(/recording 104\/104 KO, less than a minute left$/)
    })

    test('in a log, writes a line now and then, the last line, and every wait', () => {
      const { progress, lines, pass } = open(false)
      for (let place = 1; place <= 10; place += 1) {
        progress.symbol('KO', place, 10)
        pass(10_000)
      }
      progress.waiting(1_500, 'too many calls')
      progress.end()
      expect(lines.map((line) => line.split(',')[0])).toEqual([
        'recording 1/10 KO\n',
        'recording 4/10 KO',
        'recording 7/10 KO',
        'recording 10/10 KO',
        'waiting 2 s: too many calls\n',
      ])
    })
  })
})
