import { BEST_CALL_RULES, SHARES_PER_CONTRACT, TARGET_DELTA } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { tryFetch } from '../market/stock-snapshot.ts'
import { type Chain, findExpirations, readChain, sortByDistance, toCallRow } from '../options/chains.ts'
import {
  type Ask,
  count,
  days,
  defineTool,
  maybe,
  maybeDate,
  maybeDays,
  maybeDelta,
  readStamp,
  Unanswerable,
  usd,
} from '../tool.ts'
import { listHoldings } from './own-figures.ts'

/** Each stock takes one or two requests. */
const MAX_HOLDINGS = 12
const { standardDays } = BEST_CALL_RULES

const row = Type.Object({
  symbol: Type.String(),
  shares: count(),
  uncovered_shares: count(),
  cost_per_share: usd(),
  current_price: maybe.usd(),
  strike: maybe.usd('Null if no call fits, with the reason in `note`'),
  expiry: maybeDate,
  dte: maybe.days(),
  premium: maybe.usd('The bid'),
  delta: maybe.delta(),
  annYield: maybe.pct('Premium / price × 365 / days'),
  above_cost: Type.Union([Type.Boolean(), Type.Null()], { description: 'Strike at or above the cost a share' }),
  if_called_total: maybe.usd('Gain over the cost if all these shares are called away, premium included', 'position'),
  note: Type.Union([Type.String(), Type.Null()]),
})
type Row = Static<typeof row>

export const holdingCalls = defineTool({
  name: 'holding_calls',
  description:
    'One call to write on each stock that the user holds, nearest to a delta and a number of days, and whether its strike is ' +
    'at or above the cost of the shares; optionally only strikes at or above the cost.',
  args: {
    delta: maybeDelta(),
    dte_min: maybeDays(),
    dte_max: maybeDays(),
    at_least_cost: Type.Union([Type.Boolean(), Type.Null()], { description: 'Only strikes at or above the cost' }),
  },
  result: {
    delta: Type.Number({ unit: 'delta' }),
    dte_min: days(),
    dte_max: days(),
    rows: Type.Array(row),
    below_cost: count('Stocks whose price is below the cost'),
    left_out: count('Stocks beyond the limit'),
  },
  run: async ({ delta, dte_min, dte_max, at_least_cost }, { ask }) => {
    const portfolio = await ask('portfolio.list')
    const holdings = listHoldings(portfolio, () => null)
    if (holdings.length === 0) throw new Unanswerable('NOT_FOUND', 'Your portfolio has no shares yet.')
    const wanted = {
      delta: delta ?? (TARGET_DELTA.min + TARGET_DELTA.max) / 2,
      least: dte_min ?? Math.min(standardDays.min, dte_max ?? standardDays.min),
      most: dte_max ?? Math.max(standardDays.max, dte_min ?? standardDays.max),
      isAboveCost: at_least_cost === true,
    }
    const chosen = holdings.slice(0, MAX_HOLDINGS)
    const found = await Promise.all(chosen.map((one) => findCall(one, wanted, ask)))
    return {
      delta: wanted.delta,
      dte_min: wanted.least,
      dte_max: wanted.most,
      rows: found.map(({ call }) => call),
      below_cost: found.filter(({ call }) => call.current_price !== null && call.current_price < call.cost_per_share)
        .length,
      left_out: holdings.length - chosen.length,
      ...readStamp([portfolio, ...found.flatMap(({ chain }) => chain ?? [])]),
    }
  },
})

interface Wanted {
  readonly delta: number
  readonly least: number
  readonly most: number
  readonly isAboveCost: boolean
}
type Holding = ReturnType<typeof listHoldings>[number]

async function findCall(
  { symbol, shares, uncovered_shares, cost_per_share: cost, price }: Holding,
  wanted: Wanted,
  ask: Ask,
): Promise<{ readonly call: Row; readonly chain: Chain | null }> {
  const bare = { symbol, shares, uncovered_shares, cost_per_share: cost, current_price: price, ...noCall }
  if (shares < SHARES_PER_CONTRACT) return { call: { ...bare, note: 'fewer than 100 shares' }, chain: null }
  const { answer: chain } = await tryFetch(readNearest(symbol, wanted, ask))
  if (chain === null) return { call: { ...bare, note: 'no call in that range of days' }, chain: null }
  const [best] = chain.options
    .filter(({ strike, bid }) => bid !== null && bid > 0 && (!wanted.isAboveCost || strike >= cost))
    .flatMap((option) => (option.delta === null ? [] : [{ option, far: Math.abs(option.delta - wanted.delta) }]))
    .toSorted((a, b) => a.far - b.far)
  const known = { ...bare, current_price: chain.current_price }
  if (best === undefined)
    return {
      call: { ...known, note: wanted.isAboveCost ? 'no bid at or above your cost' : 'no call with a bid' },
      chain,
    }
  const { strike, expiry, dte, premium, delta, annYield } = toCallRow(best.option)
  const covered = Math.floor(shares / SHARES_PER_CONTRACT) * SHARES_PER_CONTRACT
  const gain = premium === null ? null : (strike - cost + premium) * covered
  return {
    call: {
      ...known,
      strike,
      expiry,
      dte,
      premium,
      delta,
      annYield,
      above_cost: strike >= cost,
      if_called_total: gain,
      note: null,
    },
    chain,
  }
}

const noCall = {
  strike: null,
  expiry: null,
  dte: null,
  premium: null,
  delta: null,
  annYield: null,
  above_cost: null,
  if_called_total: null,
}

/** The chain with the expiration nearest to the middle of the range. */
async function readNearest(symbol: string, { least, most }: Wanted, ask: Ask): Promise<Chain> {
  const expirations = await findExpirations(symbol, { least, most }, ask)
  const [nearest] = sortByDistance(expirations, (least + most) / 2)
  return readChain(symbol, nearest?.date ?? null, ask)
}
