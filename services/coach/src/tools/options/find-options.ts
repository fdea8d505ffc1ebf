import { BEST_CALL_RULES, headroomPct, POSITION_LIMITS, TARGET_DELTA } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { withKnownSymbol } from '../market/stock-snapshot.ts'
import {
  type Ask,
  count,
  date,
  days,
  defineTool,
  inOrder,
  maybe,
  maybeCount,
  maybeDate,
  maybeDays,
  maybeDelta,
  maybeLimit,
  maybeNumber,
  maybePercent,
  maybePremium,
  maybePrice,
  readStamp,
  symbol,
  Unanswerable,
  usd,
} from '../tool.ts'
import {
  type CallRow,
  type CallsAroundBest,
  type Chain,
  callRow,
  findCallsAroundBest,
  findExpirations,
  readChain,
  readChains,
  sortByDistance,
  toCallRow,
} from './chains.ts'
import { orderCalls, orders, takePlace } from './order-calls.ts'

const DEFAULT_LIMIT = 10
/** Each expiration takes one chain request. */
const MAX_EXPIRATIONS = 4
/** The search for the soonest call ends after so many chain requests, and so many days out. */
const MAX_SOONEST = 16
const SOONEST_DAYS = 400

const args = {
  symbol,
  expiration: maybeDate,
  nearest_days: maybeDays('Takes the one listed expiration nearest to this many days'),
  dte_min: maybeDays(),
  dte_max: maybeDays(),
  delta_min: maybeDelta(),
  delta_max: maybeDelta(),
  strike_min: maybePrice(),
  strike_max: maybePrice(),
  premium_min: maybePremium('Dollars per share, at the bid'),
  premium_max: maybePremium('Dollars per share, at the bid'),
  premium_pct_min: maybePercent('Premium as a percentage of the stock price'),
  yield_min: maybePercent('Annual'),
  otm_pct_min: maybePercent('Distance from the stock price up to the strike'),
  otm_pct_max: maybePercent('Distance from the stock price up to the strike'),
  open_interest_min: maybeCount('Contracts'),
  volume_min: maybeCount('Contracts today'),
  max_spread_pct: maybePercent('Percent of the mid', 200),
  near_delta: maybeDelta(),
  near_otm_pct: maybeNumber({
    minimum: -100,
    maximum: 1_000,
    description: 'Distance from the stock price up to the strike',
  }),
  near_otm_usd: maybeNumber({ minimum: -1_000_000, maximum: 1_000_000, description: 'Strike − stock price' }),
  near_premium: maybePremium('Dollars per share, at the bid'),
  near_premium_pct: maybePercent('Premium as a percentage of the stock price'),
  strike_place: maybeNumber({
    minimum: -20,
    maximum: 20,
    description: '1: the first listed strike above the price, −1: the first below it, 0: the nearest to it',
  }),
  strike_count: maybeCount('How many strikes are taken from `strike_place` on; 1 unless given'),
  is_soonest: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Takes the first listed expiration in which a call fits, up to a year out',
  }),
  sort_by: Type.Union([Type.Enum(orders), Type.Null()]),
  order: Type.Union([Type.Enum(['asc', 'desc']), Type.Null()], { description: 'Default: the usual one of the sort' }),
  limit: maybeLimit,
}
type Args = Static<Type.TObject<typeof args>>

const filters = {
  delta_min: maybe.delta(),
  delta_max: maybe.delta(),
  strike_min: maybe.usd(),
  strike_max: maybe.usd(),
  premium_min: maybe.usd(),
  premium_max: maybe.usd(),
  premium_pct_min: maybe.pct(),
  yield_min: maybe.pct(),
  otm_pct_min: maybe.pct(),
  otm_pct_max: maybe.pct(),
  open_interest_min: maybe.count(),
  volume_min: maybe.count(),
  max_spread_pct: maybe.pct(),
}
type Filters = Static<Type.TObject<typeof filters>>
const NO_FILTERS: Filters = {
  delta_min: null,
  delta_max: null,
  strike_min: null,
  strike_max: null,
  premium_min: null,
  premium_max: null,
  premium_pct_min: null,
  yield_min: null,
  otm_pct_min: null,
  otm_pct_max: null,
  open_interest_min: null,
  volume_min: null,
  max_spread_pct: null,
}

export const findOptions = defineTool({
  name: 'find_options',
  description:
    'Finds calls to write on a symbol, by delta, days, strike, premium or liquidity. Without filters, the first row is the ' +
    'best call of the stock, the same as in the screener. Without an expiration or days, the default expiration (30-45 days ' +
    'out) is used and named; without a filter on delta, strike or premium, the target delta is used. A `near_` value lists ' +
    'the calls nearest to it first.',
  args,
  result: {
    symbol: Type.String(),
    current_price: usd(),
    expected_move: maybe.usd('One standard deviation until the expiration; null if there are several'),
    expirations: Type.Array(Type.Object({ date, days: days() })),
    expiration_reason: Type.String(),
    earnings_date: maybeDate,
    ex_dividend_date: maybeDate,
    filters: Type.Object(filters),
    total: count('Matching calls, regardless of the limit'),
    rows: Type.Array(Type.Object(callRow)),
  },
  run: (asked, { ask }) =>
    withKnownSymbol(asked.symbol, ask, async (symbol) => {
      const around = hasNoFilters(asked) ? await findCallsAroundBest(symbol, ask) : null
      if (around !== null && around !== 'none') return describeAroundBest(symbol, around, asked.limit)
      const bounds = chooseFilters(asked)
      const { chains, reason, warnings } =
        asked.is_soonest === true
          ? await findSoonest(symbol, asked, bounds, ask)
          : await chooseChains(symbol, asked, ask)
      const calls = chains.flatMap((chain) => takePlace(chain, asked.strike_place, asked.strike_count).map(toCallRow))
      const current = Math.max(...chains.map((chain) => chain.current_price))
      const { fitting, used, note } = pickCalls(calls, bounds, asked, current)
      if (fitting.length === 0) throw noMatch(symbol, chains, asked)
      fitting.sort(orderCalls(asked, current))
      return {
        symbol: chains[0]?.symbol ?? symbol,
        current_price: current,
        expected_move: chains.length === 1 ? (chains[0]?.expected_move ?? null) : null,
        expirations: chains.map((chain) => ({ date: chain.expiration_date, days: chain.days_to_expiration })),
        expiration_reason: reason,
        ...readEvents(chains[0]),
        filters: used,
        total: fitting.length,
        rows: fitting.slice(0, asked.limit ?? DEFAULT_LIMIT),
        ...readStamp(chains, [...(around === 'none' ? [NO_BEST_CALL] : []), ...warnings, ...note]),
      }
    }),
})

/** The stock's next dates, which may fall within the term of a call. */
const readEvents = (chain: Chain | undefined) => ({
  earnings_date: chain?.earnings_date ?? null,
  ex_dividend_date: chain?.ex_dividend_date ?? null,
})

const NO_BEST_CALL =
  'This stock has no best call: no call 21 to 60 days out passes the liquidity and delta rules. The calls listed here are not recommended.'

/** Sorting by yield is the default order, so it does not count as a filter. */
const hasNoFilters = ({ symbol: _symbol, limit: _limit, order: _order, sort_by, ...preferences }: Args) =>
  (sort_by === null || sort_by === 'annYield') && Object.values(preferences).every((value) => value === null)

function describeAroundBest(symbol: string, { chain, calls, warnings }: CallsAroundBest, limit: number | null) {
  const { current_price, expected_move, expiration_date, days_to_expiration } = chain
  const { min: delta_min, max: delta_max } = BEST_CALL_RULES.delta
  return {
    symbol,
    current_price,
    expected_move,
    expirations: [{ date: expiration_date, days: days_to_expiration }],
    expiration_reason: 'This is the expiration of the best call, which is listed first.',
    ...readEvents(chain),
    filters: { ...NO_FILTERS, delta_min, delta_max },
    total: calls.length,
    rows: calls.slice(0, limit ?? DEFAULT_LIMIT).map(toCallRow),
    ...readStamp([chain], warnings),
  }
}

const filtersCalls = (asked: Args) =>
  [asked.delta_min, asked.delta_max, asked.strike_min, asked.strike_max, asked.premium_min, asked.premium_max]
    .concat([
      asked.otm_pct_min,
      asked.near_delta,
      asked.near_otm_pct,
      asked.near_otm_usd,
      asked.near_premium,
      asked.near_premium_pct,
      asked.strike_place,
    ])
    .some((one) => one !== null)

/**
 * Deep ITM calls all have high yields. If yield is the only filter, delta is limited as well, so that the results are
 * unlikely to be assigned.
 */
const filtersIncome = ({ premium_pct_min, yield_min }: Args) => premium_pct_min !== null || yield_min !== null

/** Filters by the target delta unless the caller filters by delta, strike, premium or distance. */
function chooseFilters(asked: Args): Filters {
  const [delta_min, delta_max] = filtersCalls(asked)
    ? inOrder(asked.delta_min, asked.delta_max)
    : filtersIncome(asked)
      ? [null, POSITION_LIMITS.assignmentDelta]
      : [TARGET_DELTA.min, TARGET_DELTA.max]
  const [strike_min, strike_max] = inOrder(asked.strike_min, asked.strike_max)
  const { premium_min, premium_max, premium_pct_min, yield_min, otm_pct_min, otm_pct_max } = asked
  const { open_interest_min, volume_min, max_spread_pct } = asked
  return {
    delta_min,
    delta_max,
    strike_min,
    strike_max,
    premium_min,
    premium_max,
    premium_pct_min,
    yield_min,
    otm_pct_min,
    otm_pct_max,
    open_interest_min,
    volume_min,
    max_spread_pct,
  }
}

/**
 * Picks the calls that fit. If none has the default target delta, falls back to all calls below the assignment delta;
 * if none is close to a single delta, to all calls, of which the nearest comes first.
 */
function pickCalls(calls: readonly CallRow[], bounds: Filters, asked: Args, price: number) {
  const fitting = calls.filter((row) => fits(row, bounds, price))
  if (fitting.length === 0 && asked.near_delta !== null) {
    const used = { ...bounds, delta_min: null, delta_max: null }
    const note = ['No call is that close to the delta: the nearest one is listed first.']
    return { fitting: calls.filter((row) => fits(row, used, price)), used, note }
  }
  if (fitting.length > 0 || filtersCalls(asked) || filtersIncome(asked)) return { fitting, used: bounds, note: [] }
  const used = { ...bounds, delta_min: null, delta_max: POSITION_LIMITS.assignmentDelta }
  return { fitting: calls.filter((row) => fits(row, used, price)), used, note: ['No call has the target delta.'] }
}

/** A call without a bid cannot be sold, so it never fits. An unknown value passes no filter. */
function fits(row: CallRow, bounds: Filters, price: number): boolean {
  const reaches = (value: number | null, least: number | null, most: number | null) =>
    (least === null || (value !== null && value >= least)) && (most === null || (value !== null && value <= most))
  return (
    row.premium !== null &&
    row.premium > 0 &&
    reaches(row.delta, bounds.delta_min, bounds.delta_max) &&
    reaches(row.strike, bounds.strike_min, bounds.strike_max) &&
    reaches(row.premium, bounds.premium_min, bounds.premium_max) &&
    reaches((row.premium / price) * 100, bounds.premium_pct_min, null) &&
    reaches(row.annYield, bounds.yield_min, null) &&
    reaches(headroomPct({ price, strike: row.strike }), bounds.otm_pct_min, bounds.otm_pct_max) &&
    reaches(row.volume, bounds.volume_min, null) &&
    reaches(row.open_interest, bounds.open_interest_min, null) &&
    reaches(row.spread_pct, null, bounds.max_spread_pct)
  )
}

async function chooseChains(symbol: string, asked: Args, ask: Ask) {
  const { expiration } = asked
  const [least, most] = inOrder(asked.dte_min, asked.dte_max)
  if (expiration !== null) {
    return {
      chains: [await readChain(symbol, expiration, ask)],
      reason: 'This is the expiration you asked for.',
      warnings: [],
    }
  }
  if (asked.nearest_days !== null) {
    const all = await findExpirations(symbol, { least: null, most: null }, ask)
    const [nearest] = sortByDistance(all, asked.nearest_days)
    const reason = 'This is the listed expiration nearest to the number of days you asked for.'
    return { chains: [await readChain(symbol, nearest?.date ?? null, ask)], reason, warnings: [] }
  }
  if (least === null && most === null) {
    const reason = 'This is the default expiration: the first one 30 to 45 days out, else the first listed.'
    return { chains: [await readChain(symbol, null, ask)], reason, warnings: [] }
  }
  const found = await findExpirations(symbol, { least, most }, ask)
  const middle = least === null ? (most ?? 0) : most === null ? least : (least + most) / 2
  const taken = sortByDistance(found, middle).slice(0, MAX_EXPIRATIONS)
  const dates = taken.map(({ date: day }) => day).toSorted()
  const left = found.length - taken.length
  return {
    chains: await readChains(symbol, dates, ask),
    reason: 'These are the listed expirations in the range of days you asked for.',
    warnings: left > 0 ? [`${left} more expirations in that range were not checked.`] : [],
  }
}

/** The first expiration in which a call fits; the last one that was read if none does. */
async function findSoonest(symbol: string, asked: Args, bounds: Filters, ask: Ask) {
  const within = { least: asked.dte_min, most: asked.dte_max ?? SOONEST_DAYS }
  const chains: Chain[] = []
  for (const { date: day } of (await findExpirations(symbol, within, ask)).slice(0, MAX_SOONEST)) {
    const chain = await readChain(symbol, day, ask)
    chains.splice(0, 1, chain)
    if (chain.options.some((row) => fits(toCallRow(row), bounds, chain.current_price))) break
  }
  return { chains, reason: 'This is the first listed expiration in which a call fits.', warnings: [] }
}

function noMatch(symbol: string, chains: readonly Chain[], asked: Args): Unanswerable {
  const suggestions = [
    ...((asked.delta_min ?? asked.delta_max) === null ? [] : ['Widen the delta range']),
    ...((asked.strike_min ?? asked.strike_max) === null ? [] : ['Widen the strike range']),
    ...((asked.premium_min ?? asked.premium_pct_min ?? asked.yield_min) === null ? [] : ['Lower the minimum premium']),
    ...(asked.open_interest_min === null ? [] : ['Lower the minimum open interest']),
    'Try another expiration',
  ]
  if (asked.is_soonest === true)
    return new Unanswerable(
      'NO_OPTIONS',
      `No ${symbol} call that fits is listed until ${chains.at(-1)?.expiration_date ?? 'then'}: lower the premium or the strike.`,
    )
  const dates = chains.map(({ expiration_date }) => expiration_date).join(', ')
  return new Unanswerable('NO_OPTIONS', `No ${symbol} call expiring ${dates} matches these filters.`, suggestions)
}
