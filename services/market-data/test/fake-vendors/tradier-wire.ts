import { addDays, daysBetween, isTradingDay, newYorkDate, newYorkMidnightMs, sessionOf } from '@callwright/scoring'
import type { Answer, DailyBar, ListedSymbol, OptionChain, OptionQuote } from '../../src/providers/provider.ts'
import { memoizeRecent } from '../../src/providers/simulated/recent.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from '../fake-provider/wire-market.ts'
import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'
import { answer, type Wire } from './wire-page.ts'

/** More than one, because requests for several symbols may be interleaved. */
const CHAINS_KEPT = 16
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })

export const refuseAsTradier = (waitMs: number, nowMs: number): StubAnswer => ({
  status: 429,
  headers: { 'x-ratelimit-available': '0', 'x-ratelimit-expiry': String(nowMs + waitMs) },
  body: 'Quota Violation',
})

/** A list of one is the row itself, and an empty list is null. */
const wrap = (part: string, name: string, rows: readonly unknown[]): StubAnswer =>
  answer({ [part]: rows.length === 0 ? null : { [name]: rows.length === 1 ? rows[0] : rows } })
const fromVendor = (symbol = '') => symbol.replace('/', '.')
const toVendor = (symbol: string) => symbol.replace('.', '/')

/**
 * Renders a market in Tradier's format, which has no dividends, splits, fundamentals, earnings, rates or volatility
 * history, no stock price in a chain, and no rho of puts.
 */
export function renderAsTradier(market: WireMarket): WireRouter {
  const chainOf = memoizeRecent(CHAINS_KEPT, (symbol: string): Promise<Answer<OptionChain | null>> => {
    return market.chains.findChain(symbol)
  })

  async function renderExpirations(_path: readonly string[], { query }: StubRequest) {
    const contracts = (await chainOf(fromVendor(query.symbol))).value?.contracts ?? []
    return wrap('expirations', 'date', [...new Set(contracts.map(({ expiration }) => expiration))].sort())
  }

  async function renderChain(_path: readonly string[], { query }: StubRequest) {
    const chain = await chainOf(fromVendor(query.symbol))
    const rows = (chain.value?.contracts ?? []).filter(({ expiration }) => expiration === query.expiration)
    const quotedAtMs = chain.value?.quotedAtMs ?? chain.asOfMs
    // The vendor's order is not by strike.
    const rendered = rows.toReversed().map((row) => renderContract(row, fromVendor(query.symbol), quotedAtMs))
    return wrap('options', 'option', rendered)
  }

  const routes: readonly Route[] = [
    [/\/markets\/quotes$/, (_path, { query }) => renderQuotes(market, query.symbols ?? '')],
    [/\/markets\/options\/expirations$/, renderExpirations],
    [/\/markets\/options\/chains$/, renderChain],
    [/\/markets\/history$/, (_path, { query }) => renderHistory(market, query)],
    [/\/markets\/timesales$/, (_path, { query }) => renderTimes(market, query)],
    [/\/markets\/(?:lookup|search)$/, (_path, { query }) => renderSearch(market, query.q ?? '')],
    [/\/markets\/clock$/, async () => renderClock(market.clock.now())],
    [/\/markets\/calendar$/, async (_path, { query }) => renderMonth(Number(query.year), Number(query.month))],
  ]
  return routeTo(routes)
}

async function renderQuotes(market: WireMarket, symbols: string): Promise<StubAnswer> {
  const rows = symbols.split(',').map(async (text): Promise<Wire[]> => {
    const symbol = fromVendor(text)
    const listed = await market.reference.findSymbol(symbol)
    const { value, asOfMs } = listed === null ? { value: null, asOfMs: 0 } : await market.quotes.findQuote(symbol)
    if (listed === null || value === null) return []
    const { lastPrice, previousClose, bid, ask, volume } = value
    const times = { trade_date: asOfMs, bid_date: asOfMs, ask_date: asOfMs }
    const prices = { last: lastPrice, close: null, prevclose: previousClose, bid: bid ?? 0, ask: ask ?? 0, volume }
    return [{ ...renderSecurity(listed), exch: 'N', ...prices, ...times, root_symbols: symbol.replace('.', '') }]
  })
  return wrap('quotes', 'quote', (await Promise.all(rows)).flat())
}

function renderContract(contract: OptionQuote, underlying: string, quotedAtMs: number): Wire {
  const { contractSymbol, type, expiration, strike, bid, ask, last, volume, openInterest, vendorGreeks } = contract
  return {
    symbol: contractSymbol,
    type: 'option',
    last,
    volume,
    open: null,
    bid,
    ask,
    strike,
    bid_date: quotedAtMs,
    ask_date: quotedAtMs,
    greeks: vendorGreeks === null ? null : { ...vendorGreeks, rho: vendorGreeks.rho ?? 0.1, mid_iv: 0.3 },
    open_interest: openInterest,
    contract_size: 100,
    expiration_date: expiration,
    option_type: type,
    root_symbol: underlying.replace('.', ''),
    underlying: toVendor(underlying),
  }
}

async function renderHistory(market: WireMarket, query: StubRequest['query']): Promise<StubAnswer> {
  const { symbol = '', start = '', end = '' } = query
  const bars = (await market.bars.listDailyBars(fromVendor(symbol))).value ?? []
  const isAsked = ({ date }: DailyBar) => date >= start && date <= end
  return wrap('history', 'day', bars.filter(isAsked))
}

async function renderTimes(market: WireMarket, query: StubRequest['query']): Promise<StubAnswer> {
  const { symbol = '', interval = '', start = '', end = '' } = query
  const range = {
    unit: 'minute',
    multiplier: Number.parseInt(interval, 10),
    from: start.slice(0, 10),
    to: addDays(end.slice(0, 10), -1),
  } as const
  const bars = (await market.intradayBars?.listIntradayBars(fromVendor(symbol), range))?.value ?? []
  const rows = bars.map(({ startMs, open, high, low, close, volume }) => {
    return { timestamp: startMs / 1_000, price: close, open, high, low, close, volume }
  })
  return wrap('series', 'data', rows)
}

async function renderSearch(market: WireMarket, text: string): Promise<StubAnswer> {
  const found = (await market.search.searchSymbols({ text: fromVendor(text), limit: 20 })).value
  return wrap('securities', 'security', found.map(renderSecurity))
}

function renderSecurity({ symbol, name, type }: ListedSymbol): Wire {
  return { symbol: toVendor(symbol), description: name, exchange: 'N', type: type === 'unknown' ? 'stock' : type }
}

function renderClock(nowMs: number): StubAnswer {
  const session = sessionOf(newYorkDate(nowMs))
  const isOpen = session !== null && nowMs >= session.openMs && nowMs < session.closeMs
  return answer({ clock: { state: isOpen ? 'open' : 'closed', timestamp: Math.floor(nowMs / 1_000) } })
}

function renderMonth(year: number, month: number): StubAnswer {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  const days = Array.from({ length: daysBetween(first, next) }, (_, index) => {
    const date = addDays(first, index)
    if (!isTradingDay(date)) return { date, status: 'closed', description: 'Market is closed' }
    const end = CLOCK.format(sessionOf(date)?.closeMs ?? newYorkMidnightMs(date))
    return { date, status: 'open', description: 'Market is open', open: { start: '09:30', end } }
  })
  return answer({ calendar: { month, year, days: { day: days } } })
}
