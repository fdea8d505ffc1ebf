import { addDays, isTradingDay, newYorkDate, newYorkMidnightMs, sessionOf } from '@callwright/scoring'
import type { CashDividend, DailyBar, IntradayBar, ListedSymbol, StockSplit } from '../../src/providers/provider.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from '../fake-provider/wire-market.ts'
import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'
import { createAlpacaOptionRoutes } from './alpaca-options.ts'
import { answer, cutPage, toInstant, type Wire } from './wire-page.ts'

const fail = (status: number, message: string): StubAnswer => ({ status, body: JSON.stringify({ message }) })
export const refuseAsAlpaca = (waitMs: number, nowMs: number): StubAnswer => ({
  ...fail(429, 'too many requests.'),
  headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil((nowMs + waitMs) / 1_000)) },
})

const FEED_DELAY_MS = 15 * 60_000
const HOUR_MS = 3_600_000
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })

/**
 * Renders a market in Alpaca's format, which has no fundamentals, earnings, rates or volatility history, no spin-offs'
 * values and no stock price in a chain.
 */
export function renderAsAlpaca(market: WireMarket): WireRouter {
  const routes: readonly Route[] = [
    [/^\/v2\/stocks\/bars$/, (_path, request) => renderBars(market, request)],
    [/^\/v2\/stocks\/snapshots$/, (_path, { query }) => renderSnapshots(market, query.symbols ?? '')],
    [/^\/v1\/corporate-actions$/, (_path, request) => renderActions(market, request)],
    [/^\/v2\/assets$/, async () => answer((await market.reference.listUniverse()).value.map(renderAsset))],
    [/^\/v2\/assets\/([^/]+)$/, ([symbol = '']) => renderOneAsset(market, symbol)],
    [/^\/v2\/clock$/, async () => renderClock(market.clock.now())],
    [/^\/v2\/calendar$/, async (_path, { query }) => renderCalendar(query.start ?? '', query.end ?? '')],
    ...createAlpacaOptionRoutes(market),
  ]
  return routeTo(routes)
}

async function renderBars(market: WireMarket, request: StubRequest): Promise<StubAnswer> {
  const { symbols = '', timeframe = '', start = '', end = '', feed, adjustment } = request.query
  const [fromMs, untilMs] = [Date.parse(start), Date.parse(end)]
  if (feed !== 'sip' || adjustment !== 'split') return fail(400, 'this fake serves split-adjusted bars of sip only')
  if (untilMs > market.clock.now() - FEED_DELAY_MS) {
    return fail(403, 'subscription does not permit querying recent SIP data')
  }
  const lists = symbols.split(',').map(async (symbol) => {
    const bars = await listBars(market, symbol, timeframe, fromMs, untilMs)
    return bars.map((bar) => ({ symbol, bar }))
  })
  const { rows, next } = cutPage(request, (await Promise.all(lists)).flat(), 1_000)
  const bars: Record<string, Wire[]> = {}
  for (const { symbol, bar } of rows) bars[symbol] = [...(bars[symbol] ?? []), bar]
  return answer({ bars, next_page_token: next })
}

async function listBars(market: WireMarket, symbol: string, timeframe: string, fromMs: number, untilMs: number) {
  const isWithin = (ms: number) => ms >= fromMs && ms <= untilMs
  if (timeframe === '1Day') {
    const bars = (await market.bars.listDailyBars(symbol)).value ?? []
    return bars
      .filter(({ date }) => isWithin(newYorkMidnightMs(date)))
      .map((bar) => renderBar(bar, newYorkMidnightMs(bar.date)))
  }
  const range = {
    unit: timeframe.endsWith('Hour') ? 'hour' : 'minute',
    multiplier: Number.parseInt(timeframe, 10),
    from: newYorkDate(fromMs),
    to: newYorkDate(untilMs),
  } as const
  const bars = (await market.intradayBars?.listIntradayBars(symbol, range))?.value ?? []
  return bars.filter(({ startMs }) => isWithin(startMs)).map((bar) => renderBar(bar, bar.startMs))
}

function renderBar({ open, high, low, close, volume }: Omit<DailyBar | IntradayBar, 'date'>, startMs: number): Wire {
  return { t: toInstant(startMs), o: open, h: high, l: low, c: close, v: volume, n: 1 }
}

async function renderSnapshots(market: WireMarket, symbols: string): Promise<StubAnswer> {
  const entries = symbols.split(',').map(async (symbol): Promise<[string, Wire][]> => {
    const [quote, bars] = await Promise.all([market.quotes.findQuote(symbol), market.bars.listDailyBars(symbol)])
    if (quote.value === null) return []
    const { lastPrice, previousClose, bid, ask, volume } = quote.value
    const today = newYorkDate(quote.asOfMs)
    const before = bars.value?.findLast(({ date }) => date < today)
    const at = toInstant(quote.asOfMs)
    const day = bars.value?.findLast(({ date }) => date === today)
    const isPrevious = before !== undefined && previousClose !== null
    const snapshot = {
      latestTrade: { t: at, p: lastPrice, s: 100 },
      ...(bid === null && ask === null ? {} : { latestQuote: { t: at, bp: bid ?? 0, ap: ask ?? 0 } }),
      dailyBar: { ...(day ?? {}), t: toInstant(newYorkMidnightMs(today)), c: lastPrice, v: volume },
      ...(isPrevious
        ? { prevDailyBar: { ...renderBar(before, newYorkMidnightMs(before.date)), c: previousClose } }
        : {}),
    }
    return [[symbol, snapshot]]
  })
  return answer(Object.fromEntries((await Promise.all(entries)).flat()))
}

async function renderActions(market: WireMarket, request: StubRequest): Promise<StubAnswer> {
  const { symbols, types = '', start = '', end = '' } = request.query
  const listed = (await market.reference.listUniverse()).value.map(({ symbol }) => symbol)
  const lists = (symbols?.split(',') ?? listed).map(async (symbol) => {
    const [paid, done] = await Promise.all([market.dividends.listDividends(symbol), market.splits.listSplits(symbol)])
    const splits = (done.value ?? []).filter(({ kind }) => kind === 'split')
    const past = splits.filter(({ executionDate }) => executionDate <= newYorkDate(market.clock.now()))
    return [
      ...(paid.value ?? []).map((dividend) => renderDividend(symbol, dividend, past)),
      ...splits.map((split) => renderSplit(symbol, split)),
    ]
  })
  const wanted = (await Promise.all(lists))
    .flat()
    .filter(({ type, row }) => types.includes(type) && row.ex_date >= start && row.ex_date <= end)
  const { rows, next } = cutPage(request, wanted, 100)
  const actions: Record<string, Wire[]> = {}
  for (const { type, row } of rows) actions[`${type}s`] = [...(actions[`${type}s`] ?? []), row]
  return answer({ corporate_actions: actions, next_page_token: next })
}

/** The market has amounts per current share; the vendor has them as paid, per share at the time. */
function renderDividend(symbol: string, { exDate, cashUsd, kind }: CashDividend, splits: readonly StockSplit[]) {
  const since = splits.filter(({ executionDate }) => executionDate > exDate)
  const rate = since.reduce((cash, { ratio }) => cash * ratio, cashUsd)
  return { type: 'cash_dividend', row: { symbol, ex_date: exDate, rate, special: kind === 'special', foreign: false } }
}

function renderSplit(symbol: string, { executionDate, ratio }: StockSplit) {
  const shares = Array.from({ length: 100 }, (_, index) => index + 1)
  const from = shares.find((count) => Math.abs(count * ratio - Math.round(count * ratio)) < 1e-6) ?? 1
  const row = { symbol, ex_date: executionDate, old_rate: from, new_rate: Math.round(from * ratio) }
  return { type: ratio > 1 ? 'forward_split' : 'reverse_split', row }
}

function renderAsset({ symbol, name, optionable }: ListedSymbol): Wire {
  return {
    id: '00000000-0000-0000-0000-000000000000',
    class: 'us_equity',
    exchange: 'NYSE',
    symbol,
    name,
    status: 'active',
    tradable: true,
    attributes: optionable ? ['has_options'] : [],
  }
}

async function renderOneAsset(market: WireMarket, symbol: string): Promise<StubAnswer> {
  const listed = await market.reference.findSymbol(symbol)
  return listed === null ? fail(404, `asset not found for ${symbol}`) : answer(renderAsset(listed))
}

function renderClock(nowMs: number): StubAnswer {
  const session = sessionOf(newYorkDate(nowMs))
  const isOpen = session !== null && nowMs >= session.openMs && nowMs < session.closeMs
  const hour = toInstant(nowMs + HOUR_MS)
  return answer({ timestamp: toInstant(nowMs), is_open: isOpen, next_open: hour, next_close: hour })
}

function renderCalendar(start: string, end: string): StubAnswer {
  const days: Wire[] = []
  for (let date = start; date <= end; date = addDays(date, 1)) {
    if (!isTradingDay(date)) continue
    days.push({ date, open: '09:30', close: CLOCK.format(sessionOf(date)?.closeMs), settlement_date: date })
  }
  return answer(days)
}
