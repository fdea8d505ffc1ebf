import type { EndpointId, Success } from '@callwright/contracts'
import { computeSma } from '@callwright/scoring'
import { notFound, type ServiceCall, type ServiceClient, timedOut, unavailable } from '@callwright/service'
import { analyzeStock } from './analysis.ts'
import { buildChain, buildPuts, daysTo, defaultExpiration, listExpirations, stamp } from './chain.ts'
import { answerChains, answerHoldings, answerIncome, answerTaxYear } from './ledger.ts'
import { answerAttention, answerPortfolio } from './portfolio.ts'
import { answerRolls } from './rolls.ts'
import { answerCallView, answerView } from './screen.ts'
import { expirationDates, findStock, type InventedStock, NOW, stocks } from './stocks.ts'

type Call<Id extends EndpointId> = ServiceCall<Id>
type Answers = { readonly [Id in EndpointId]?: (call: Call<Id>) => Success<Id> }

const failures: Readonly<Record<string, () => Error>> = {
  DOWN: () =>
    unavailable('source_unavailable', 'The market data service is not available right now. Please try again.'),
  SLOW: () => timedOut('upstream_timeout', 'The market data service did not answer in time. Please try again.'),
}

function getStock(symbol: string): InventedStock {
  const failure = failures[symbol]
  if (failure !== undefined) throw failure()
  const stock = findStock(symbol)
  if (stock === null) throw notFound('unknown_symbol', `Unknown symbol: ${symbol}`)
  return stock
}

function search(text: string) {
  const wanted = text.toLowerCase()
  const found = stocks.filter(
    ({ symbol, name }) => symbol.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted),
  )
  return found.map(({ symbol, name, vol }) => ({
    symbol,
    name,
    exchange: 'INVENTED',
    type: 'stock',
    options_available: vol !== null,
  }))
}

function readUser(call: Pick<Call<'portfolio.list'>, 'as'>): string {
  if (call.as?.kind !== 'user') throw new Error('called without a user')
  return call.as.userId
}

const answers: Answers = {
  'stocks.search': ({ query }) => ({ status: 'success', results: search(query?.q ?? ''), message: null, ...stamp }),
  'stocks.quote': ({ params }) => {
    const { symbol, price, change } = getStock(params?.symbol ?? '')
    const previous = price - change
    return {
      status: 'success',
      symbol,
      last_price: price,
      change,
      change_pct: (change / previous) * 100,
      previous_close: previous,
      bid: null,
      ask: null,
      volume: null,
      message: null,
      ...stamp,
    }
  },
  'stocks.profile': ({ params }) => {
    const { symbol, exDividend, dividend, earnings, marketCap, price } = getStock(params?.symbol ?? '')
    return {
      status: 'success',
      symbol,
      day_range: null,
      year_range: null,
      market_cap: marketCap,
      market_cap_shares_date: null,
      dividend_yield: (dividend * 400) / price,
      next_ex_dividend_date: exDividend,
      next_dividend: exDividend === null ? null : dividend,
      next_earnings_date: earnings,
      next_earnings_session: null,
      message: null,
      ...stamp,
    }
  },
  'stocks.indicators': ({ params, query }) => {
    const { symbol, price, rsi } = getStock(params?.symbol ?? '')
    const { indicator = 'sma', window = 20 } = query ?? {}
    const closes = Array.from({ length: window }, (_, index) => price * (0.93 + (0.06 * index) / window))
    const value = indicator === 'rsi' ? rsi : (computeSma(closes, window).at(-1) ?? null)
    const data = [{ timestamp: Date.parse(NOW), value }]
    return { status: 'success', symbol, indicator, window, data, message: null, ...stamp }
  },
  'options.expirations': ({ params }) => {
    const stock = getStock(params?.symbol ?? '')
    return { status: 'success', symbol: stock.symbol, expirations: listExpirations(stock), message: null, ...stamp }
  },
  'options.chain': ({ params, query }) => {
    const stock = getStock(params?.symbol ?? '')
    const expiration = query?.expiration_date ?? defaultExpiration()
    if (!expirationDates.includes(expiration)) {
      const nearest = expirationDates.toSorted(
        (a, b) => Math.abs(daysTo(a) - daysTo(expiration)) - Math.abs(daysTo(b) - daysTo(expiration)),
      )
      const words = `${stock.symbol} has no options expiring on ${expiration}. Nearest listed: ${nearest.slice(0, 2).join(', ')}.`
      throw notFound('unlisted_expiration', words)
    }
    return buildChain(stock, expiration)
  },
  'options.analyze': ({ params }) => analyzeStock(getStock(params?.symbol ?? '')),
  'options.snapshot': ({ params, query }) => {
    const stock = getStock(params?.symbol ?? '')
    const options = expirationDates
      .flatMap((expiration) =>
        query?.type === 'put' ? buildPuts(stock, expiration) : buildChain(stock, expiration).options,
      )
      .filter(({ strike }) => strike >= (query?.strike_min ?? 0))
    return { status: 'success', symbol: stock.symbol, current_price: stock.price, options, message: null, ...stamp }
  },
  'options.iv': ({ params }) => {
    const { symbol, vol } = getStock(params?.symbol ?? '')
    const iv = { implied_volatility: vol, iv_percentage: vol === null ? null : vol * 100, atm_strike: null }
    return { status: 'success', symbol, ...iv, message: null, ...stamp }
  },
  'screener.view': ({ query }) => answerView(query ?? {}),
  'screener.calls': ({ query }) => answerCallView(query ?? {}),
  'portfolio.list': (call) => answerPortfolio(readUser(call)),
  'portfolio.previewRolls': (call) => answerRolls(readUser(call), call.body),
  'portfolio.holdings': (call) => answerHoldings(readUser(call)),
  'portfolio.income': (call) => answerIncome(readUser(call), call.query?.by ?? 'month'),
  'portfolio.tax': ({ query }) => answerTaxYear(query?.year ?? 2026),
  'portfolio.listChains': (call) => answerChains(readUser(call), call.query?.symbol ?? null),
  'portfolio.attention': (call) => answerAttention(readUser(call)),
  'portfolio.listAlertRules': () => ({ status: 'success', rules: [], kinds: [], max_rules: 100, evaluated_at: null }),
  'portfolio.countUnreadAlerts': () => ({ status: 'success', unread: 0 }),
  'portfolio.listAlertChannels': () => ({ status: 'success', channels: [], available: ['app'], max_channels: 10 }),
  'marketData.universe': () => ({ symbols: [], refresh_seconds: null, separate_iv_ranks: false, ...stamp }),
}

/** Fake service client on the invented market. Calls `seen` with each request. */
export function createInventedClient(
  seen: (id: EndpointId, call: object) => void = () => {},
): Pick<ServiceClient, 'call'> {
  return {
    call: async (id, call = {}) => {
      seen(id, call)
      const answer = answers[id]
      if (answer === undefined) throw new Error(`the invented market does not implement ${id}`)
      return answer(call)
    },
  }
}
