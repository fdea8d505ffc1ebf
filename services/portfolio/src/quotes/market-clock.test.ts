import type { ContractQuotes } from '@callwright/contracts'
import { type Logger, unavailable } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { createMarketClock } from './market-clock.ts'

const WALL_MS = Date.parse('2026-11-22T12:00:00Z')
const FRIDAY = '2026-07-10T20:00:00.000Z'
const log = { debug: () => undefined } as unknown as Logger

type DataClass = ContractQuotes['data_class']

const at = (market_time: string, data_class: DataClass): ContractQuotes => ({
  ...{ symbol: 'KO', current_price: null, contracts: [], atm_iv: null, earnings_date: null, earnings_session: null },
  ...{
    dividends: [],
    pays_no_dividend: false,
    splits: [],
    closes: [],
    quoted_at: null,
    market_time,
    message: null,
    as_of: null,
  },
  ...{ data_class, source: 'test', cache_status: 'miss' },
})

/** A clock over a market whose list of stocks is of this class, or does not come. */
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

describe('the clock of answers', () => {
  test('is the wall until a market has answered, then the latest of them', () => {
    const { read } = open()
    expect(read([])).toBe(WALL_MS)
    const answers = [at('2026-11-20T20:59:00.000Z', 'live'), at('2026-11-20T21:00:00.000Z', 'live')]
    expect(read(answers)).toBe(Date.parse('2026-11-20T21:00:00Z'))
  })

  test('of a recorded market is remembered while nobody answers', () => {
    const { read } = open()
    read([at(FRIDAY, 'recorded')])
    read([at(FRIDAY, 'none')])
    expect(read([])).toBe(Date.parse(FRIDAY))
  })

  test.each(['live', 'delayed', 'simulated', 'closed', 'stale'] as const)('of a %s market is the wall again', (of) => {
    const { read } = open()
    read([at('2026-11-20T21:00:00.000Z', of)])
    expect(read([])).toBe(WALL_MS)
  })
})

describe('the clock where no stock is asked about', () => {
  test('of a recorded market is its own, and asked for once a minute', async () => {
    const { ask, seen, pass } = open('recorded')
    expect([await ask(), await ask()]).toEqual([Date.parse(FRIDAY), Date.parse(FRIDAY)])
    expect(seen.asked).toBe(1)
    pass(60_000)
    expect(await ask()).toBe(Date.parse(FRIDAY))
    expect(seen.asked).toBe(2)
  })

  test.each(['live', 'simulated'] as const)('of a %s market is the wall', async (of) => {
    expect(await open(of).ask()).toBe(WALL_MS)
  })

  test('stands where answers have told it to while the market is away', async () => {
    const { ask, read } = open()
    read([at(FRIDAY, 'recorded')])
    expect(await ask()).toBe(Date.parse(FRIDAY))
  })

  test('comes with the market it is of, as its list of stocks says, whatever single answers do', async () => {
    const { askMarket, read } = open('simulated')
    read([at(FRIDAY, 'recorded')])
    expect(await askMarket()).toEqual({ as_of: FRIDAY, data_class: 'simulated', source: 'test' })
    expect(await open().askMarket()).toBeNull()
  })

  test('is the wall while the market is away', async () => {
    expect(await open().ask()).toBe(WALL_MS)
  })
})
