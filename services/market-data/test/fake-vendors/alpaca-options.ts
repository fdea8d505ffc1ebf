import { addDays, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import type { Answer, OptionChain, OptionQuote } from '../../src/providers/provider.ts'
import { memoizeRecent } from '../../src/providers/simulated/recent.ts'
import type { Route, WireMarket } from '../fake-provider/wire-market.ts'
import type { StubRequest } from '../providers/stub-server.ts'
import { answer, cutPage, toInstant, type Wire } from './wire-page.ts'

/** More than one, because requests for pages of several symbols may be interleaved. */
const CHAINS_KEPT = 16
const DAYS_PER_WEEK = 7
/** Before any session of a test, so that a trade at this time was not in the session. */
const LONG_AGO = '2026-01-02T15:00:00Z'
const DAY_MS = 86_400_000

export function createAlpacaOptionRoutes(market: WireMarket): readonly Route[] {
  const chainOf = memoizeRecent(CHAINS_KEPT, (symbol: string): Promise<Answer<OptionChain | null>> => {
    return market.chains.findChain(symbol)
  })

  async function renderSnapshots(symbol: string, request: StubRequest) {
    const { query } = request
    if (query.feed !== 'indicative') {
      return { status: 403, body: '{"message":"OPRA agreement is not signed"}' }
    }
    const chain = await chainOf(symbol)
    const wanted = (chain.value?.contracts ?? []).filter((contract) => isWanted(contract, query))
    const { rows, next } = cutPage(request, wanted, 100)
    const quotedAtMs = chain.value?.quotedAtMs ?? chain.asOfMs
    const snapshots = Object.fromEntries(rows.map((row) => [row.contractSymbol, renderRow(row, quotedAtMs)]))
    return answer({ snapshots, next_page_token: next })
  }

  async function renderContracts(_path: readonly string[], request: StubRequest) {
    const { underlying_symbols: symbol = '', ...query } = request.query
    const until = query.expiration_date_lte ?? endOfWeek(newYorkDate(market.clock.now()))
    const contracts = (await chainOf(symbol)).value?.contracts ?? []
    const wanted = contracts.filter((contract) => isWanted(contract, { ...query, expiration_date_lte: until }))
    const { rows, next } = cutPage(request, wanted, 100)
    const option_contracts = rows.map((contract) => renderContract(contract, symbol))
    return answer({ option_contracts, next_page_token: next })
  }

  return [
    [/^\/v1beta1\/options\/snapshots\/([^/]+)$/, ([symbol = ''], request) => renderSnapshots(symbol, request)],
    [/^\/v2\/options\/contracts$/, renderContracts],
  ]
}

/** The vendor's default for the last expiration to list. */
const endOfWeek = (date: string) => addDays(date, DAYS_PER_WEEK - new Date(`${date}T12:00:00Z`).getUTCDay())

function isWanted({ type, expiration, strike }: OptionQuote, query: StubRequest['query']): boolean {
  return (
    type === (query.type ?? type) &&
    expiration === (query.expiration_date ?? expiration) &&
    expiration >= (query.expiration_date_gte ?? expiration) &&
    expiration <= (query.expiration_date_lte ?? expiration) &&
    strike >= Number(query.strike_price_gte ?? strike) &&
    strike <= Number(query.strike_price_lte ?? strike)
  )
}

/** A contract that did not trade in the session has the bar of an earlier day, or none. */
function renderRow({ bid, ask, last, volume, vendorGreeks }: OptionQuote, quotedAtMs: number): Wire {
  const day = newYorkDate(quotedAtMs)
  const hasTraded = volume !== 0
  const tradedAt = hasTraded ? toInstant(Math.min(quotedAtMs, newYorkMidnightMs(day) + DAY_MS / 2)) : LONG_AGO
  const bar = volume === null || !hasTraded ? {} : { dailyBar: { t: toInstant(newYorkMidnightMs(day)), v: volume } }
  return {
    latestQuote: { t: toInstant(quotedAtMs), bp: bid, ap: ask, bs: 1, as: 1, bx: 'A', ax: 'A', c: ' ' },
    ...(last === null && volume !== null ? {} : { latestTrade: { t: tradedAt, p: last, s: 1, x: 'A', c: 'I' } }),
    ...bar,
    ...(vendorGreeks === null ? {} : { greeks: vendorGreeks, impliedVolatility: 0.3 }),
  }
}

function renderContract({ contractSymbol, type, expiration, strike, openInterest }: OptionQuote, symbol: string): Wire {
  return {
    id: '00000000-0000-0000-0000-000000000000',
    symbol: contractSymbol,
    status: 'active',
    tradable: true,
    expiration_date: expiration,
    root_symbol: symbol.replace('.', ''),
    underlying_symbol: symbol,
    type,
    style: 'american',
    strike_price: String(strike),
    size: '100',
    open_interest: openInterest === null ? null : String(openInterest),
    close_price: null,
  }
}
