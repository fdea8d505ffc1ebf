import {
  type ContractRow,
  isExpired,
  type MarketTerms,
  type ScheduledDividend,
  valueAtVolatility,
  valueContracts,
  yearsUntilClose,
} from '@callwright/scoring'
import { unlistedStrike } from '../errors.ts'
import type { InterestRate, IsoDate, MarketData, Missing, OptionQuote } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../wire.ts'
import { findTermVolatility, type TermVolatility } from './atm-volatility.ts'
import { type ChainReading, dividendsUntil, findTerms, readChain } from './chain-reading.ts'
import {
  type ExpirationList,
  getExpiration,
  type ListedExpiration,
  type OptionDeps,
  requireExpirationDay,
} from './expirations.ts'

interface GreeksRequest {
  readonly symbol: string
  readonly expiration: IsoDate
  readonly strike: number
  readonly type: 'call' | 'put'
}

/** Model value of one contract, and the inputs it was computed from (D13, D22). */
export interface TheoreticalValue extends AnswerStamp, Pick<ContractRow, GreekName> {
  readonly symbol: string
  readonly type: 'call' | 'put'
  readonly strike: number
  readonly expiration: IsoDate
  readonly priceUsd: number | null
  /** Implied by the contract's own mid, as an annualized decimal. */
  readonly impliedVolatility: number | null
  /** Model price at `volatility`; null if there is no volatility. */
  readonly theoreticalUsd: number | null
  readonly days: number
  readonly years: number
  readonly rate: InterestRate
  /** Dividends with ex-dates within the contract's term. */
  readonly dividends: readonly ScheduledDividend[]
  readonly volatility: { readonly impliedVolatility: number; readonly source: VolatilitySource } | null
  readonly missing: readonly Missing[]
}

type GreekName = 'delta' | 'gamma' | 'theta' | 'vega' | 'rho' | 'greeksSource'
type VolatilitySource = TermVolatility['source'] | 'contract'

const NEAREST_SHOWN = 4
/** Strikes are listed in thousandths of a dollar. */
const toThousandths = (strike: number) => Math.round(strike * 1_000)

/** Computes the price and greeks of one contract. Throws `unknown_symbol`, `unlisted_expiration`, `unlisted_strike`. */
export function createGreeks({ market, cache, listExpirations }: OptionDeps) {
  return async ({ symbol, expiration, strike, type }: GreeksRequest): Promise<TheoreticalValue> => {
    requireExpirationDay(expiration)
    const listing = await listExpirations(symbol)
    const listed = getExpiration(listing, expiration)
    const key = `${listing.symbol}:greeks:${expiration}:${toThousandths(strike)}:${type}`
    return cache('chain', key, async () => {
      // Load the whole expiration, as the chain page does, since its quotes are used if the contract's own are not
      // enough.
      const reading = await readChain(market, listing, { expiration })
      const contract = getContract(reading, { symbol, expiration, strike, type })
      return valueContract(market, listing, listed, reading, contract)
    })
  }
}

function getContract({ symbol, contracts }: ChainReading, { expiration, strike, type }: GreeksRequest): OptionQuote {
  const ofType = contracts.filter((contract) => contract.type === type)
  const found = ofType.find((contract) => toThousandths(contract.strike) === toThousandths(strike))
  if (found !== undefined) return found
  const distance = (listed: number) => Math.abs(listed - strike)
  const nearest = ofType.map((contract) => contract.strike).sort((a, b) => distance(a) - distance(b) || a - b)
  throw unlistedStrike(
    symbol,
    { expiration, strike, type },
    nearest.slice(0, NEAREST_SHOWN).sort((a, b) => a - b),
  )
}

async function valueContract(
  market: MarketData,
  listing: ExpirationList,
  { date: expiration, days }: ListedExpiration,
  reading: ChainReading,
  contract: OptionQuote,
): Promise<TheoreticalValue> {
  const { rate, terms, missing } = await findTerms(market, reading, days)
  const row = terms === null ? undefined : valueContracts([contract], terms)[0]
  const volatility = terms === null ? null : await findVolatility(market, listing, reading, row, expiration, terms)
  return {
    ...reading.stamp,
    symbol: reading.symbol,
    type: contract.type,
    strike: contract.strike,
    expiration,
    priceUsd: reading.priceUsd,
    impliedVolatility: row?.impliedVolatility ?? null,
    ...valueAt(contract, volatility, terms, row),
    days,
    years: Math.max(0, yearsUntilClose(expiration, reading.asOfMs)),
    rate,
    dividends: dividendsUntil(expiration, terms),
    volatility,
    missing: mergeMissing(reading.missing, missing, explainNone(row, reading.nowMs)),
  }
}

/** Finds the volatility implied by the contract's own mid or, failing that, one for its expiration. */
async function findVolatility(
  market: MarketData,
  listing: ExpirationList,
  reading: ChainReading,
  row: ContractRow | undefined,
  expiration: IsoDate,
  terms: MarketTerms,
): Promise<TheoreticalValue['volatility']> {
  const own = row?.impliedVolatility ?? null
  if (own !== null) return { impliedVolatility: own, source: 'contract' }
  return findTermVolatility(market, listing, reading, expiration, terms)
}

/** Price and greeks from the model; without a volatility, the source's greeks, if it has any. */
function valueAt(
  contract: OptionQuote,
  volatility: TheoreticalValue['volatility'],
  terms: MarketTerms | null,
  row: ContractRow | undefined,
): Pick<TheoreticalValue, GreekName | 'theoreticalUsd'> {
  if (volatility !== null && terms !== null) {
    const value = valueAtVolatility(contract, volatility.impliedVolatility, terms)
    const { price, delta, gamma, thetaPerDay, vegaPerPoint, rhoPerPoint, model } = value
    const greeks = { delta, gamma, theta: thetaPerDay, vega: vegaPerPoint, rho: rhoPerPoint, greeksSource: model }
    return { theoreticalUsd: price, ...greeks }
  }
  const { delta = null, gamma = null, theta = null, vega = null, rho = null, greeksSource = null } = row ?? {}
  return { theoreticalUsd: null, delta, gamma, theta, vega, rho, greeksSource }
}

/** Explains why a contract's own quote gives no implied volatility (D13). */
function explainNone(row: ContractRow | undefined, nowMs: number): readonly Missing[] {
  if (row === undefined || row.impliedVolatility !== null) return []
  const why = (reason: string) => [{ field: 'implied_volatility', reason: `No implied volatility: ${reason}` }]
  if (isExpired(row.expiration, nowMs)) return why('the contract has expired')
  if (row.flags.includes('zero_bid')) return why('the contract has no bid')
  if (row.flags.includes('crossed')) return why('the bid is above the ask')
  if (row.mid === null) return why('the bid or ask is unknown')
  return why('the mid is outside the range of the model, or contains no time value')
}
