import type { ChainRow, Success } from '@callwright/contracts'
import { classifyLiquidity, POSITION_LIMITS, SHARES_PER_CONTRACT, spreadPctOfMid } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { tryFetch, withKnownSymbol } from '../market/stock-snapshot.ts'
import { type Ask, cleanText, date, days, defineTool, maybe, readStamp, symbol, Unanswerable, usd } from '../tool.ts'

/** `premium` is the bid. */
export const callRow = {
  strike: usd(),
  expiry: date,
  dte: days('Calendar days to expiration'),
  bid: maybe.usd(),
  ask: maybe.usd(),
  premium: maybe.usd('Received when selling: the bid'),
  delta: maybe.delta(),
  theta: maybe.usd('Change of the price a day'),
  annYield: maybe.pct('Premium / price × 365 / days'),
  per_day: maybe.usd('Premium of one contract / days', 'contract'),
  time_value: maybe.usd('Premium minus intrinsic value'),
  open_interest: maybe.count('Contracts'),
  volume: maybe.count('Contracts today'),
  spread_pct: maybe.pct('Percent of the mid'),
  mid: maybe.usd('Midpoint of bid and ask'),
  spread_usd: maybe.usd('Ask − bid, a share'),
  liquidity: Type.Union([Type.Enum(['liquid', 'thin', 'illiquid']), Type.Null()], {
    description: 'By the gates of the best call, from spread and open interest; null without a two-sided quote',
  }),
  iv: maybe.frac('Annual implied volatility'),
  moneyness: Type.Enum(['ITM', 'ATM', 'OTM']),
  if_called_return_pct: maybe.pct('Percent of the stock price, not annualized'),
  breakeven: maybe.usd(),
  probability_itm: maybe.frac('From the implied volatility of the contract'),
  flags: Type.Array(Type.String()),
}
const CallRow = Type.Object(callRow)
export type CallRow = Static<typeof CallRow>

export function toCallRow(row: ChainRow): CallRow {
  const { bid, ask } = row
  return {
    strike: row.strike,
    expiry: row.expiration_date,
    dte: row.days_to_expiration,
    bid,
    ask,
    premium: bid,
    delta: row.delta,
    theta: row.theta,
    annYield: row.annualized_yield_pct,
    per_day: bid === null || row.days_to_expiration === 0 ? null : (bid * SHARES_PER_CONTRACT) / row.days_to_expiration,
    time_value: row.time_value,
    open_interest: row.open_interest,
    volume: row.volume,
    mid: row.mid,
    ...readSpread(row),
    iv: row.implied_volatility,
    moneyness: row.moneyness,
    if_called_return_pct: row.if_called_return_pct,
    breakeven: row.breakeven,
    probability_itm: row.probability_itm,
    flags: [...row.flags],
  }
}

/** Null without a two-sided quote. */
function readSpread({ bid, ask, open_interest }: ChainRow) {
  if (bid === null || ask === null || ask < bid || ask === 0)
    return { spread_pct: null, spread_usd: null, liquidity: null }
  const [spread_pct, spread_usd] = [spreadPctOfMid(bid, ask), ask - bid]
  const liquidity = classifyLiquidity({
    spreadUsd: spread_usd,
    spreadPctOfMid: spread_pct,
    openInterest: open_interest,
  })
  return { spread_pct, spread_usd, liquidity: liquidity ?? ('illiquid' as const) }
}

export type Chain = Success<'options.chain'> & {
  readonly expiration_date: string
  readonly days_to_expiration: number
  readonly current_price: number
}

/** Reads the calls with one expiration; null means the default expiration. */
export async function readChain(symbol: string, expiration: string | null, ask: Ask): Promise<Chain> {
  const query = expiration === null ? {} : { expiration_date: expiration }
  const chain = await ask('options.chain', { params: { symbol }, query })
  const { expiration_date, days_to_expiration, current_price, options, message } = chain
  if (expiration_date === null || days_to_expiration === null || options.length === 0) {
    throw new Unanswerable('NO_OPTIONS', message ?? `${symbol} has no listed calls.`)
  }
  if (current_price === null)
    throw new Unanswerable('STALE', message ?? `No price is available for ${symbol} right now.`)
  return { ...chain, expiration_date, days_to_expiration, current_price }
}

/** Reads the chains for several expirations in parallel and returns them in the given order. */
export const readChains = (symbol: string, expirations: readonly string[], ask: Ask): Promise<Chain[]> =>
  Promise.all(expirations.map((expiration) => readChain(symbol, expiration, ask)))

type Expiration = Expirations['expirations'][number]

/**
 * Finds the expirations within a range of days; a null bound is open. If there are none, the failure suggests the
 * nearest.
 */
export async function findExpirations(
  symbol: string,
  { least, most }: { readonly least: number | null; readonly most: number | null },
  ask: Ask,
): Promise<Expiration[]> {
  const { expirations } = await readExpirations(symbol, ask)
  const found = expirations.filter(
    ({ days_to_expiration: days }) => days >= (least ?? 0) && days <= (most ?? Number.POSITIVE_INFINITY),
  )
  if (found.length > 0) return found
  const wanted = least ?? most ?? 0
  throw new Unanswerable(
    'NO_OPTIONS',
    `${symbol} has no listed expiration in that range of days.`,
    sortByDistance(expirations, wanted)
      .slice(0, 3)
      .map(({ date }) => date),
  )
}

export const sortByDistance = (expirations: readonly Expiration[], days: number): Expiration[] =>
  expirations.toSorted((a, b) => Math.abs(a.days_to_expiration - days) - Math.abs(b.days_to_expiration - days))

const MAX_SUGGESTIONS = 4

/** Finds the call at a strike. If the strike is not listed, the failure suggests the nearest ones. */
export function getCall({ symbol, options, expiration_date }: Chain, strike: number): ChainRow {
  const listed = options.find((row) => isSameStrike(row.strike, strike))
  if (listed !== undefined) return listed
  throw new Unanswerable(
    'NO_OPTIONS',
    `${symbol} has no call at the ${strike} strike expiring ${expiration_date}.`,
    listNearestStrikes(options, strike).map(String),
  )
}

/** Strikes are listed in thousandths of a dollar. */
export const isSameStrike = (a: number, b: number) => Math.round(a * 1_000) === Math.round(b * 1_000)

export const listNearestStrikes = (options: readonly ChainRow[], strike: number): number[] =>
  options
    .map((row) => row.strike)
    .toSorted((a, b) => Math.abs(a - strike) - Math.abs(b - strike))
    .slice(0, MAX_SUGGESTIONS)
    .toSorted((a, b) => a - b)

type Expirations = Success<'options.expirations'>

/** Reads the listed expirations of a symbol, at least one. */
async function readExpirations(symbol: string, ask: Ask): Promise<Expirations> {
  const answer = await ask('options.expirations', { params: { symbol } })
  if (answer.expirations.length > 0) return answer
  throw new Unanswerable('NO_OPTIONS', answer.message ?? `${symbol} has no listed options.`)
}

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

export const listExpirations = defineTool({
  name: 'list_expirations',
  description: 'All listed option expirations of a symbol: days left, weekly or monthly, and events before each one.',
  args: { symbol },
  result: {
    symbol: Type.String(),
    rows: Type.Array(
      Type.Object({
        date,
        days: days('Calendar days to expiration'),
        kind: Type.Enum(['weekly', 'monthly', 'quarterly', 'leaps']),
        earnings_before: maybeBoolean,
        ex_dividend_before: maybeBoolean,
        note: Type.Union([Type.String(), Type.Null()], { description: 'For example: moved by a holiday' }),
      }),
    ),
  },
  run: ({ symbol: asked }, { ask }) =>
    withKnownSymbol(asked, ask, async (symbol) => {
      const answer = await readExpirations(symbol, ask)
      const rows = answer.expirations.map(({ date: day, days_to_expiration, type, note, ...events }) => ({
        date: day,
        days: days_to_expiration,
        kind: type,
        earnings_before: events.earnings_before,
        ex_dividend_before: events.ex_dividend_before,
        note: note === null ? null : cleanText(note),
      }))
      return { symbol: answer.symbol, rows, ...readStamp([answer]) }
    }),
})

export interface CallsAroundBest {
  readonly chain: Chain
  /** The best call, then the other calls with the same expiration that pass the same rules. */
  readonly calls: readonly ChainRow[]
  readonly warnings: readonly string[]
}

/**
 * Finds a stock's best call (D53), which is the same on every page, and the other calls with its expiration. Returns
 * `none` if no call passes the rules, and null if a figure that they need is unknown.
 */
export async function findCallsAroundBest(symbol: string, ask: Ask): Promise<CallsAroundBest | 'none' | null> {
  const { answer } = await tryFetch(ask('options.analyze', { params: { symbol } }))
  if (answer === null) return null
  const best = answer.candidates.find(({ is_best_call }) => is_best_call)
  if (best === undefined) return 'none'
  const chain = await readChain(symbol, best.expiration_date, ask)
  const isBest = ({ contract_symbol }: ChainRow) => contract_symbol === best.contract_symbol
  const placeOf = (row: ChainRow) => (isBest(row) ? 0 : row.best_call_liquidity === 'liquid' ? 1 : 2)
  const calls = chain.options
    .filter((row) => row.best_call_liquidity !== null || isBest(row))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (b.annualized_yield_pct ?? 0) - (a.annualized_yield_pct ?? 0))
  const isThin = best.best_call_liquidity === 'thin'
  return {
    chain,
    calls,
    warnings: [
      ...(isThin ? ['The best call is thinly traded: this stock has no liquid calls.'] : []),
      ...(best.below_minimum_yield
        ? [
            `The best call yields less than ${POSITION_LIMITS.minStaticYieldPct}% a year: it is listed but not recommended.`,
          ]
        : []),
    ],
  }
}
