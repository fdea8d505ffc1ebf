import type { ChainRow } from '@callwright/contracts'
import { type CallState, type QuotedOption, spreadPctOfMid } from '@callwright/scoring'
import type { Principal, ServiceClient } from '@callwright/service'
import { marketUnavailable } from '../errors.ts'

export interface MarketReader {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly as: Principal
  readonly requestId: string
}

/** A chain is read for a user, so its data are the same as on every other page. */
const TIMEOUT_MS = 5_000

export type LaterCalls = Awaited<ReturnType<typeof readLaterCalls>>

/** All calls with the same or a later expiration, with the terms to value them. */
export async function readLaterCalls(
  symbol: string,
  { expiration }: Pick<CallState, 'expiration'>,
  { marketData, as, requestId }: MarketReader,
) {
  const common = { params: { symbol }, as, requestId, timeoutMs: TIMEOUT_MS }
  const listed = await marketData.call('options.expirations', common)
  const later = listed.expirations.filter(({ date }) => date >= expiration)
  const last = later
    .map(({ date }) => date)
    .toSorted()
    .at(-1)
  if (last === undefined) throw marketUnavailable()
  const [furthest, snapshot] = await Promise.all([
    marketData.call('options.chain', { ...common, query: { expiration_date: last } }),
    marketData.call('options.snapshot', { ...common, query: { type: 'call' } }),
  ])
  const { current_price, rate, dividends, earnings_date, quote_time, market_time } = furthest
  if (current_price === null) throw marketUnavailable()
  const dates = new Set(later.map(({ date }) => date))
  const rows = snapshot.options.filter((row) => dates.has(row.expiration_date))
  const byExpiration = Map.groupBy(rows, (row) => row.expiration_date)
  return {
    rows,
    rowOf: new Map(rows.map((row) => [row.contract_symbol, row])),
    strikesOf: new Map([...byExpiration].map(([date, own]) => [date, own.map(({ strike }) => strike)])),
    events: new Map(later.map((each) => [each.date, each])),
    dividends,
    earningsDate: earnings_date,
    stamps: [listed, furthest, snapshot],
    market: {
      ...{ price: current_price, rate },
      dividends: dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
      asOfMs: Date.parse(quote_time ?? market_time),
      nowMs: Date.parse(market_time),
    },
  }
}

export const toQuoted = (row: ChainRow): QuotedOption => ({
  ...{ contractSymbol: row.contract_symbol, type: row.type, expiration: row.expiration_date, strike: row.strike },
  ...{ bid: row.bid, ask: row.ask, volume: row.volume, openInterest: row.open_interest },
})

/** Spread of a quote as the response states it; null without two sides. */
export const readSpread = ({ bid, ask }: Pick<QuotedOption, 'bid' | 'ask'>): number | null =>
  bid === null || ask === null || bid <= 0 || ask < bid ? null : spreadPctOfMid(bid, ask)
