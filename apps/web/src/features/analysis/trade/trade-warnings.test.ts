/** @jest-environment node */
import type { ChainRow, Success } from '@callwright/contracts'
import { expect, test } from '@jest/globals'
import { readChain } from '../../../api/option-chain.ts'
import { buildContract } from '../../../testing/option-builders.ts'
import { buildValuedChain } from '../../../testing/valued-chain.ts'
import { chooseCall } from './selection.ts'
import { measureTrade, openTrade } from './trade-figures.ts'
import { listWarnings, recommendOnceAdded } from './trade-warnings.ts'

interface Circumstances {
  readonly strike?: number
  readonly row?: Partial<ChainRow>
  readonly chain?: Partial<Success<'options.chain'>>
  readonly dividends?: readonly { readonly exDate: string; readonly cash: number }[]
}

function tradeIn({ strike = 105, row = {}, chain: changes = {}, dividends = [] }: Circumstances) {
  const chain = readChain(buildValuedChain({ dividends, rows: { [strike]: row } }, changes))
  const call = chooseCall(chain, strike)
  const trade = call && openTrade(chain, call, 1)
  if (trade === null) throw new Error('no trade')
  return trade
}

function warn(circumstances: Circumstances): string[] {
  const trade = tradeIn(circumstances)
  return listWarnings(trade, measureTrade(trade)).map(({ lead, text }) => `${lead}${text}`)
}

test('a liquid call of a good yield without an event: nothing to say', () => {
  expect(warn({})).toEqual([])
})

test.each<[string, Circumstances, string]>([
  ['no bid', { row: { bid: 0, flags: ['zero_bid'] } }, 'No bid: nobody offers to pay a premium.'],
  ['an unknown bid', { row: { bid: null } }, 'No bid is known: what selling brings cannot be told.'],
  ['a crossed quote', { row: { flags: ['crossed'] } }, 'Crossed quote: the bid is above the ask.'],
  ['a wide spread', { row: { bid: 1.5, mid: 2, ask: 2.5 } }, 'Wide spread: 50% of the mid.'],
  ['little open interest', { row: { open_interest: 12 } }, 'Low open interest: 12.'],
  [
    'earnings before expiration',
    { chain: { earnings_date: '2026-07-30' } },
    'Earnings Jul 30, 20 days out and before expiration.',
  ],
  ['earnings today', { chain: { earnings_date: '2026-07-10' } }, 'Earnings Jul 10, today and before expiration.'],
  [
    'earnings on the expiration day',
    { chain: { earnings_date: '2026-08-14' } },
    'Earnings Aug 14, 35 days out and before expiration.',
  ],
  [
    'an ex-dividend date',
    { dividends: [{ exDate: '2026-08-03', cash: 0.3 }] },
    'Ex-dividend Aug 3, $0.30 a share, 24 days out.',
  ],
  [
    'an ex-dividend date of unknown amount',
    { chain: { ex_dividend_date: '2026-07-11' } },
    'Ex-dividend Jul 11, amount not known, 1 day out.',
  ],
  [
    'a dividend within a week above the time value',
    { strike: 80, dividends: [{ exDate: '2026-07-15', cash: 3 }] },
    'Early assignment likely: the dividend of $3.00 exceeds the time value of $0.05; the last day for it is Jul 14.',
  ],
  [
    'a later dividend above the time value',
    { strike: 80, dividends: [{ exDate: '2026-08-03', cash: 3 }] },
    'Early assignment possible: the dividend of $3.00 exceeds the time value of',
  ],
  ['a yield below the minimum', { strike: 120 }, 'Under the 10% minimum: time value pays'],
  [
    'a simulated market',
    { chain: { data_class: 'simulated' } },
    'Simulated market: not real prices. These are not prices to trade at now.',
  ],
  [
    'a recorded market',
    { chain: { data_class: 'recorded' } },
    'Recorded market of 10 July 2026. These are not prices to trade at now.',
  ],
])('%s', (_name, circumstances, words) => {
  expect(warn(circumstances).join('\n')).toContain(words)
})

test.each<[string, Circumstances]>([
  ['earnings after expiration', { chain: { earnings_date: '2026-08-15' } }],
  ['earnings of the past', { chain: { earnings_date: '2026-07-09' } }],
  ['an ex-date of today', { chain: { ex_dividend_date: '2026-07-10' } }],
  ['an ex-date after expiration', { chain: { ex_dividend_date: '2026-08-15' } }],
])('%s says nothing', (_name, circumstances) => {
  expect(warn(circumstances)).toEqual([])
})

test('a dividend that is less than the time value puts no call at risk', () => {
  expect(warn({ strike: 97.5, dividends: [{ exDate: '2026-07-15', cash: 0.05 }] }).join()).not.toContain('assignment')
})

test('what the rules would say once added', () => {
  expect(recommendOnceAdded(tradeIn({}))?.label).toBe('Hold')
  expect(recommendOnceAdded(tradeIn({ strike: 85 }))?.label).toBe('Roll Out & Up')
  expect(recommendOnceAdded(tradeIn({ strike: 120 }))?.label).toBe('Close')
  expect(recommendOnceAdded(tradeIn({ row: { implied_volatility: null } }))).toBeNull()
  expect(recommendOnceAdded(tradeIn({ row: buildContract({ strike: 105, bid: null }) }))).toBeNull()
})
