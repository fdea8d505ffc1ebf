import type { ContractQuotes } from '@callwright/contracts'
import { AppError, type Logger, unavailable } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { createMarketClock } from './market-clock.ts'
import { createQuoteReader, listRequestedCalls, type RequestedCalls } from './quote-reader.ts'

describe('market clock', () => {
  const WALL_MS = Date.parse('2026-11-22T12:00:00Z')
  const FRIDAY = '2026-07-10T20:00:00.000Z'
  const log = { debug: () => undefined } as unknown as Logger

  type DataClass = ContractQuotes['data_class']

  const at = (market_time: string, data_class: DataClass): ContractQuotes => ({
    symbol: 'KO',
    current_price: null,
    contracts: [],
    atm_iv: null,
    earnings_date: null,
    earnings_session: null,
    dividends: [],
    past_dividends: [],
    pays_no_dividend: false,
    splits: [],
    closes: [],
    quoted_at: null,
    market_time,
    message: null,
    as_of: null,
    data_class,
    source: 'test',
    cache_status: 'miss',
  })

  /** Opens a clock for a market with this data class, or for an unreachable one. */
  function open(listed: DataClass | 'away' = 'away') {
    const seen = { asked: 0 }
    let wallMs = WALL_MS
    const marketData = {
      call: async () => {
        seen.asked += 1
        if (listed === 'away') throw unavailable('away', 'Away.')
        return { symbols: [], as_of: FRIDAY, data_class: listed, source: 'test' }
      },
    } as unknown as Parameters<typeof createMarketClock>[0]['marketData']
    const clock = createMarketClock({ marketData, log, now: () => wallMs })
    return {
      seen,
      read: (answers: readonly ContractQuotes[]) => clock.read(answers).asOfMs,
      ask: async () => (await clock.ask('request')).asOfMs,
      askMarket: async () => (await clock.ask('request')).market,
      pass: (ms: number) => {
        wallMs += ms
      },
    }
  }

  describe('the clock from quotes', () => {
    test('is the system clock until quotes arrive, then their latest time', () => {
      const { read } = open()
      expect(read([])).toBe(WALL_MS)
      const answers = [at('2026-11-20T20:59:00.000Z', 'live'), at('2026-11-20T21:00:00.000Z', 'live')]
      expect(read(answers)).toBe(Date.parse('2026-11-20T21:00:00Z'))
    })

    test('of a recorded market is kept while no quotes arrive', () => {
      const { read } = open()
      read([at(FRIDAY, 'recorded')])
      read([at(FRIDAY, 'none')])
      expect(read([])).toBe(Date.parse(FRIDAY))
    })

    test.each(['live', 'delayed', 'simulated', 'closed', 'stale'] as const)(
      'of a %s market is the system clock again',
      (of) => {
        const { read } = open()
        read([at('2026-11-20T21:00:00.000Z', of)])
        expect(read([])).toBe(WALL_MS)
      },
    )
  })

  describe('the clock without quotes', () => {
    test('of a recorded market is fixed, and is read once a minute', async () => {
      const { ask, seen, pass } = open('recorded')
      expect([await ask(), await ask()]).toEqual([Date.parse(FRIDAY), Date.parse(FRIDAY)])
      expect(seen.asked).toBe(1)
      pass(60_000)
      expect(await ask()).toBe(Date.parse(FRIDAY))
      expect(seen.asked).toBe(2)
    })

    test.each(['live', 'simulated'] as const)('of a %s market is the system clock', async (of) => {
      expect(await open(of).ask()).toBe(WALL_MS)
    })

    test('keeps the time of earlier quotes while the market is unreachable', async () => {
      const { ask, read } = open()
      read([at(FRIDAY, 'recorded')])
      expect(await ask()).toBe(Date.parse(FRIDAY))
    })

    test('includes the market from the list of stocks, whatever individual quotes report', async () => {
      const { askMarket, read } = open('simulated')
      read([at(FRIDAY, 'recorded')])
      expect(await askMarket()).toEqual({ as_of: FRIDAY, data_class: 'simulated', source: 'test' })
      expect(await open().askMarket()).toBeNull()
    })

    test('is the system clock while the market is unreachable', async () => {
      expect(await open().ask()).toBe(WALL_MS)
    })
  })
})

describe('quote reader', () => {
  const log = { debug: () => undefined } as unknown as Logger

  const answerOf = (symbol: string, price: number): ContractQuotes => ({
    symbol,
    current_price: price,
    contracts: [],
    atm_iv: null,
    earnings_date: null,
    earnings_session: null,
    dividends: [],
    past_dividends: [],
    pays_no_dividend: false,
    splits: [],
    closes: [],
    quoted_at: null,
    market_time: '2026-07-10T15:00:00.000Z',
    message: null,
    as_of: null,
    data_class: 'live',
    source: 'test',
    cache_status: 'miss',
  })

  function open(answer: (symbol: string, calls: number) => Promise<ContractQuotes> | ContractQuotes) {
    let nowMs = 0
    let running = 0
    const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>()
    const seen = { calls: 0, most: 0 }
    const marketData = {
      call: async (_id: string, { params }: { params: { symbol: string } }) => {
        seen.calls += 1
        running += 1
        seen.most = Math.max(seen.most, running)
        try {
          return await answer(params.symbol, seen.calls)
        } finally {
          running -= 1
        }
      },
    } as unknown as Parameters<typeof createQuoteReader>[0]['marketData']
    const read = createQuoteReader({
      marketData,
      log,
      now: () => nowMs,
      wait: (ms) => new Promise((wake) => sleepers.add({ untilMs: nowMs + ms, wake })),
    })
    return {
      seen,
      /** Advances the clock, and with it the timers that are due. */
      pass: (ms: number) => {
        nowMs += ms
        for (const sleeper of sleepers) {
          if (sleeper.untilMs > nowMs) continue
          sleepers.delete(sleeper)
          sleeper.wake()
        }
      },
      read: (asked: RequestedCalls) => read(asked, 'request'),
    }
  }

  const asked = (count: number) =>
    listRequestedCalls(
      Array.from({ length: count }, (_, index) => ({
        symbol: `S${index}`,
        expiration: '2026-07-24',
        strike: 65,
        entryDate: '2026-06-26',
      })),
    )
  const untilSettled = () => new Promise((resolve) => setImmediate(resolve))
  const priceOf = (reading: Awaited<ReturnType<ReturnType<typeof open>['read']>>) =>
    reading.quotes.get('S0')?.answer.current_price

  describe('quotes', () => {
    test('are cached while fresh, served while they are refetched, then awaited', async () => {
      const market = open((symbol, calls) => answerOf(symbol, calls))
      expect(priceOf(await market.read(asked(1)))).toBe(1)
      market.pass(4_999)
      expect(priceOf(await market.read(asked(1)))).toBe(1)
      expect(market.seen.calls).toBe(1)
      market.pass(1)
      expect(priceOf(await market.read(asked(1)))).toBe(1)
      await untilSettled()
      expect(priceOf(await market.read(asked(1)))).toBe(2)
      market.pass(30_000)
      expect(priceOf(await market.read(asked(1)))).toBe(3)
    })

    test('are fetched for eight stocks at a time', async () => {
      const market = open(async (symbol) => {
        await untilSettled()
        return answerOf(symbol, 1)
      })
      const { quotes, missing } = await market.read(asked(30))
      expect([quotes.size, missing.length, market.seen.calls, market.seen.most]).toEqual([30, 0, 30, 8])
    })

    test('are refetched for eight stocks at a time', async () => {
      const market = open(async (symbol) => {
        await untilSettled()
        return answerOf(symbol, 1)
      })
      await market.read(asked(30))
      market.pass(5_000)
      market.seen.most = 0
      await market.read(asked(30))
      while (market.seen.calls < 60) await untilSettled()
      expect(market.seen.most).toBe(8)
    })

    test('that cannot be refetched are served until they expire', async () => {
      const market = open((symbol, calls) => {
        if (calls > 1) throw unavailable('away', 'Away.')
        return answerOf(symbol, calls)
      })
      await market.read(asked(1))
      market.pass(29_999)
      expect(priceOf(await market.read(asked(1)))).toBe(1)
      market.pass(1)
      expect((await market.read(asked(1))).missing).toEqual([{ symbol: 'S0', reason: 'Away.', isLoading: false }])
    })

    test('that do not arrive before the timeout are loading, and arrive in a later answer', async () => {
      const { promise: slow, resolve } = Promise.withResolvers<null>()
      const market = open(async (symbol) => {
        if (symbol !== 'S0') await slow
        return answerOf(symbol, 1)
      })
      const reading = market.read(asked(3))
      await untilSettled()
      market.pass(2_500)
      const { quotes, missing } = await reading
      expect(quotes.size).toBe(1)
      expect(missing.map(({ symbol, isLoading }) => [symbol, isLoading])).toEqual([
        ['S1', true],
        ['S2', true],
      ])
      resolve(null)
      await untilSettled()
      expect((await market.read(asked(3))).quotes.size).toBe(3)
      expect(market.seen.calls).toBe(3)
    })

    test('for 30 stocks at 40 calls a minute arrive within a minute, without another call for any of them', async () => {
      // The source lets a burst of five calls through, then one call every 1.5 s.
      let allowed = 5
      let granted = 0
      const market = open((symbol) => {
        if (granted >= allowed) {
          throw new AppError(503, 'provider_rate_limited', 'Too many requests.', { retryAfterSeconds: 2 })
        }
        granted += 1
        return answerOf(symbol, 1)
      })
      const reading = market.read(asked(30))
      await untilSettled()
      let seconds = 0
      const passSecond = async () => {
        seconds += 0.5
        allowed = 5 + Math.floor(seconds / 1.5)
        market.pass(500)
        await untilSettled()
      }
      for (let half = 0; half < 5; half += 1) await passSecond()
      expect((await reading).missing.every(({ isLoading }) => isLoading)).toBe(true)
      while (granted < 30 && seconds < 60) await passSecond()
      expect(granted).toBe(30)
      expect(seconds).toBeLessThanOrEqual(60)
    })

    test('are given up if the source rejects calls for longer than a user waits', async () => {
      const market = open(() => {
        throw new AppError(503, 'provider_rate_limited', 'Try again in 10 minutes.', { retryAfterSeconds: 600 })
      })
      expect((await market.read(asked(1))).missing).toEqual([
        { symbol: 'S0', reason: 'Try again in 10 minutes.', isLoading: false },
      ])
    })
  })
})
