import { newYorkDate } from '@callwright/scoring'
import type { OptionQuote } from '../../src/providers/provider.ts'
import { memoizeRecent } from '../../src/providers/simulated/recent.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from '../fake-provider/wire-market.ts'
import type { StubAnswer } from '../providers/stub-server.ts'
import { answer, toInstant, type Wire } from './wire-page.ts'

const DELAY_MS = 15 * 60_000
const CHAINS_KEPT = 16
/** The vendor does not say whether a symbol is unknown or the address is blocked. */
const REFUSED: StubAnswer = { status: 403, body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>' }
const NEW_YORK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const toUtc = (ms: number) => toInstant(ms).slice(0, 19).replace('T', ' ')
const toNewYork = (ms: number) => NEW_YORK.format(ms).replace(' ', 'T')

/** Renders a market in the format of Cboe's delayed quotes: one file per symbol with the quote and every contract. */
export function renderAsCboe(market: WireMarket, { iv30 = [20, 25, 40] as readonly number[] } = {}): WireRouter {
  const [low, current, high] = iv30
  const chainOf = memoizeRecent(CHAINS_KEPT, (symbol: string) => market.chains.findChain(symbol))

  async function renderChain(symbol: string): Promise<StubAnswer> {
    const [quote, bars, chain] = await Promise.all([
      market.quotes.findQuote(symbol),
      market.bars.listDailyBars(symbol),
      chainOf(symbol),
    ])
    if (quote.value === null && chain.value === null) return REFUSED
    const unknown = { lastPrice: 0, previousClose: null, bid: null, ask: null, volume: null }
    const { lastPrice, previousClose, bid, ask, volume } = quote.value ?? unknown
    const bar = bars.value?.findLast(({ date }) => date === newYorkDate(quote.asOfMs))
    const data = {
      symbol,
      security_type: 'stock',
      current_price: lastPrice,
      bid: bid ?? 0,
      ask: ask ?? 0,
      open: bar?.open ?? 0,
      high: bar?.high ?? 0,
      low: bar?.low ?? 0,
      close: lastPrice,
      volume,
      price_change: previousClose === null ? 0 : lastPrice - previousClose,
      prev_day_close: previousClose ?? 0,
      iv30: current,
      last_trade_time: toNewYork(quote.asOfMs),
      options: (chain.value?.contracts ?? []).map(renderContract),
    }
    return answer({ timestamp: toUtc(quote.asOfMs + DELAY_MS), symbol, data })
  }

  async function renderBars(symbol: string): Promise<StubAnswer> {
    const bars = (await market.bars.listDailyBars(symbol)).value
    if (bars === null) return REFUSED
    // The day's file is made the next morning.
    const today = newYorkDate(market.clock.now())
    const rows = bars.filter(({ date }) => date < today)
    const texts = (row: Wire) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
    return answer({
      symbol,
      data: [
        { ...texts(rows[0] ? { ...rows[0] } : {}), date: '1990-01-02', open: '0.0' },
        ...rows.map((row) => texts({ ...row })),
      ],
    })
  }

  const routes: readonly Route[] = [
    [/^\/options\/(.+)\.json$/, ([symbol = '']) => renderChain(symbol)],
    [/^\/charts\/historical\/(.+)\.json$/, ([symbol = '']) => renderBars(symbol)],
    [
      /^\/historical_data\/(.+)\.json$/,
      async () => answer({ data: { iv30_annual_low: low, iv30_annual_high: high, annual_high: 1 } }),
    ],
    [/^\/quotes\/(.+)\.json$/, async () => answer({ data: { current_price: 1 } })],
    [/^\/us\/options\/symboldir\/equity-index-options\/data\/$/, () => renderOptionable(market)],
  ]
  return routeTo(routes)
}

function renderContract({ contractSymbol, bid, ask, last, volume, openInterest, vendorGreeks }: OptionQuote): Wire {
  return {
    option: contractSymbol,
    bid: bid ?? 0,
    ask: ask ?? 0,
    last_trade_price: last ?? 0,
    volume,
    open_interest: openInterest,
    ...(vendorGreeks === null ? { iv: 0, delta: 0 } : { iv: 0.25, ...vendorGreeks }),
  }
}

async function renderOptionable(market: WireMarket): Promise<StubAnswer> {
  const { value } = await market.reference.listUniverse()
  return answer({ data: value.map(({ symbol, name }) => ({ underlying: symbol, company_name: name })) })
}
