import type { ChainRow } from '@callwright/contracts'
import {
  BEST_CALL_RULES,
  type ContractRow,
  computeExpectedMove,
  findNextExDate,
  newYorkDate,
  type ScheduledDividend,
} from '@callwright/scoring'
import type { InterestRate, IsoDate, MarketData, Missing } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../wire.ts'
import { findTermVolatility } from './atm-volatility.ts'
import { type ChainType, dividendsUntil, findTerms, readChain, valueRows } from './chain-reading.ts'
import {
  type ExpirationList,
  getExpiration,
  type ListedExpiration,
  listWithin,
  type OptionDeps,
  requireExpirationDay,
} from './expirations.ts'

interface ChainRequest {
  readonly symbol: string
  readonly expiration: IsoDate | null
  readonly type: ChainType
}

interface ValuedChain extends AnswerStamp {
  readonly symbol: string
  readonly expiration: IsoDate | null
  readonly days: number | null
  readonly priceUsd: number | null
  readonly expectedMoveUsd: number | null
  readonly model: string | null
  readonly rate: InterestRate
  readonly quotedAtMs: number | null
  /** Current time by the market's clock; `days` is counted from it. */
  readonly nowMs: number
  readonly earningsDate: IsoDate | null
  readonly exDividendDate: IsoDate | null
  /** Dividends within the term, which the rows' values take into account. */
  readonly dividends: readonly ScheduledDividend[]
  readonly rows: readonly ContractRow[]
  readonly missing: readonly Missing[]
}

/**
 * Loads one expiration of a symbol's chain and values every contract (D19). Throws `unknown_symbol`,
 * `unlisted_expiration`.
 */
export function createChains({ market, cache, listExpirations }: OptionDeps) {
  return async ({ symbol, expiration, type }: ChainRequest): Promise<ValuedChain> => {
    requireExpirationDay(expiration)
    const listing = await listExpirations(symbol)
    const chosen = expiration === null ? chooseExpiration(listing) : getExpiration(listing, expiration)
    const key = `${listing.symbol}:${chosen?.date ?? null}:${type}`
    return cache('chain', key, () => valueChain(market, listing, chosen, type))
  }
}

/** The first expiration 30-45 days out, or the soonest one if there is none; null if nothing is listed. */
function chooseExpiration(listing: ExpirationList): ListedExpiration | null {
  const { min, max } = BEST_CALL_RULES.standardDays
  return listWithin(listing, { minDays: min, maxDays: max })[0] ?? listing.expirations[0] ?? null
}

async function valueChain(
  market: MarketData,
  listing: ExpirationList,
  chosen: ListedExpiration | null,
  type: ChainType,
): Promise<ValuedChain> {
  // Read calls and puts together, since the expected move needs both.
  const reading = await readChain(market, listing, chosen === null ? null : { expiration: chosen.date })
  const { events, nowMs, stamp, symbol, priceUsd, quotedAtMs } = reading
  const { rate, terms, missing } = await findTerms(market, reading, chosen?.days ?? BEST_CALL_RULES.standardDays.min)
  const shown = reading.contracts.filter((contract) => type === 'all' || contract.type === type)
  const rows = terms === null ? [] : await valueRows(shown, reading.contracts, terms)
  const move =
    terms === null || chosen === null ? null : await findTermVolatility(market, listing, reading, chosen.date, terms)
  return {
    ...stamp,
    symbol,
    expiration: chosen?.date ?? null,
    days: chosen?.days ?? null,
    priceUsd,
    expectedMoveUsd:
      move === null || terms === null || chosen === null
        ? null
        : computeExpectedMove(terms.price, move.impliedVolatility, chosen.days),
    model: nameModels(rows),
    rate,
    quotedAtMs,
    nowMs,
    earningsDate: events.earnings?.date ?? null,
    exDividendDate: findNextExDate(events, newYorkDate(nowMs)),
    dividends: chosen === null ? [] : dividendsUntil(chosen.date, terms),
    rows,
    missing: mergeMissing(reading.missing, missing, move?.source === 'atm_30_days' ? [MOVE_FROM_30_DAYS] : []),
  }
}

const MOVE_FROM_30_DAYS: Missing = {
  field: 'expected_move',
  reason: 'These quotes have no at-the-money volatility, so the expected move uses the 30-day one',
}

/** Names the models behind the rows' figures; calls and puts at one expiration may use different ones. */
function nameModels(rows: readonly ContractRow[]): string | null {
  const solved = rows.filter(({ impliedVolatility }) => impliedVolatility !== null)
  const models = [...new Set(solved.flatMap(({ greeksSource }) => greeksSource ?? []))].sort()
  return models.length === 0 ? null : models.join(', ')
}

/** Converts a chain row to the wire format (D19). */
export function toWireRow(row: ContractRow): ChainRow {
  return {
    contract_symbol: row.contractSymbol,
    type: row.type,
    strike: row.strike,
    expiration_date: row.expiration,
    days_to_expiration: row.daysToExpiration,
    bid: row.bid,
    ask: row.ask,
    mid: row.mid,
    last: row.last,
    volume: row.volume,
    open_interest: row.openInterest,
    implied_volatility: row.impliedVolatility,
    delta: row.delta,
    gamma: row.gamma,
    theta: row.theta,
    vega: row.vega,
    rho: row.rho,
    greeks_source: row.greeksSource,
    moneyness: row.moneyness,
    in_target: row.inTarget,
    best_call_liquidity: row.bestCallLiquidity,
    annualized_yield_pct: row.annualizedYieldPct,
    time_value: row.timeValueUsd,
    time_value_yield_pct: row.timeValueYieldPct,
    annualized_time_value_yield_pct: row.annualizedTimeValueYieldPct,
    if_called_return_pct: row.ifCalledReturnPct,
    breakeven: row.breakeven,
    probability_itm: row.probabilityItm,
    probability_profit: row.probabilityProfit,
    probability_touch: row.probabilityTouch,
    flags: [...row.flags],
  }
}
