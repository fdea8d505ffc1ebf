import { yearsBefore } from '../../calendar-day.ts'
import type { IsoDate, Missing, OptionQuote, StockSplit } from '../provider.ts'
import type { Reject } from './rejections.ts'

export interface GuardedChain {
  readonly contracts: readonly OptionQuote[]
  readonly missing: readonly Missing[]
}

interface ChainContext {
  /** The underlying's price the quotes belong to; null where it is not known. */
  readonly spot: number | null
  readonly splits: readonly StockSplit[]
  readonly asOfDate: IsoDate
  readonly reject: Reject
}

/** A quote further than this from what is possible is stale or of another contract, not the spread of a thin market. */
const BOUND_SLACK_FRAC = 0.05
/** An offer at this many times the most that a contract can be worth is none, however thin its market. */
const ENDLESS = 10
/** Two offers nearer to the money that are this much cheaper prove a bid stale: nobody would pay it. */
const ORDER_SLACK_FRAC = 0.005
/** From this share of rows on, the vendor valued what is listed; what it did not value there is suspect. */
const VALUED_SHARE = 0.25
/** Longer than any contract lives. */
const CONTRACT_LIFE_YEARS = 3

/**
 * Takes out what does not belong to the chain of today's standard contracts, and blanks quotes that cannot be true.
 *
 * Superseded contracts: after a split, a spin-off or a special dividend vendors keep listing the old contracts beside
 * the new ones, with their old strikes and last quotes. A 480 strike of a stock at 108 with a bid of 400 would win any
 * yield ranking. They are the rows without greeks in a chain that has greeks, where a corporate action is known or one
 * of them quotes the impossible.
 */
export function guardChain(contracts: readonly OptionQuote[], context: ChainContext): GuardedChain {
  const impossible = context.spot === null ? new Map() : findImpossibleQuotes(contracts, context.spot)
  const { kept, missing } = dropSuperseded(contracts, impossible, context)
  // A contract that has gone can no longer accuse another one.
  const still = kept === contracts || context.spot === null ? impossible : findImpossibleQuotes(kept, context.spot)
  if (still.size === 0) return { contracts: kept, missing }
  const blanked = kept.map((contract) => {
    const reason = still.get(contract)
    if (reason === undefined) return contract
    context.reject(reason)
    return { ...contract, bid: null, ask: null }
  })
  return { contracts: blanked, missing }
}

function dropSuperseded(
  contracts: readonly OptionQuote[],
  impossible: ReadonlyMap<OptionQuote, ImpossibleReason>,
  { splits, asOfDate, reject }: ChainContext,
): { kept: readonly OptionQuote[]; missing: readonly Missing[] } {
  const unvalued = contracts.filter(({ vendorGreeks }) => vendorGreeks === null)
  const valuedShare = 1 - unvalued.length / Math.max(1, contracts.length)
  const suspect = unvalued.length > 0 && valuedShare >= VALUED_SHARE
  const actionKnown = splits.some(
    ({ executionDate }) => executionDate <= asOfDate && executionDate >= yearsBefore(asOfDate, CONTRACT_LIFE_YEARS),
  )
  if (!suspect || !(actionKnown || unvalued.some((contract) => impossible.has(contract)))) {
    return { kept: contracts, missing: [] }
  }
  reject('superseded_contract', unvalued.length)
  const reason = `${unvalued.length} contracts left out: listed before a split or another change of the contract`
  return {
    kept: contracts.filter(({ vendorGreeks }) => vendorGreeks !== null),
    missing: [{ field: 'chain', reason }],
  }
}

type ImpossibleReason = 'quote_out_of_bounds' | 'quote_inconsistent'

/**
 * Quotes that contradict the stock's price (a call dearer than the stock, an offer far under what exercise brings) or a
 * contract nearer to the money (a higher strike's call cannot be worth more).
 */
function findImpossibleQuotes(contracts: readonly OptionQuote[], spot: number): Map<OptionQuote, ImpossibleReason> {
  const found = new Map<OptionQuote, ImpossibleReason>()
  for (const group of splitByExpirationAndType(contracts)) {
    for (const contract of group) {
      if (isOutOfBounds(contract, spot)) found.set(contract, 'quote_out_of_bounds')
    }
    for (const contract of findOutOfOrder(group, spot)) {
      if (!found.has(contract)) found.set(contract, 'quote_inconsistent')
    }
  }
  return found
}

function splitByExpirationAndType(contracts: readonly OptionQuote[]): OptionQuote[][] {
  const groups = { call: new Map<IsoDate, OptionQuote[]>(), put: new Map<IsoDate, OptionQuote[]>() }
  for (const contract of contracts) {
    const ofType = groups[contract.type]
    const group = ofType.get(contract.expiration)
    if (group === undefined) ofType.set(contract.expiration, [contract])
    else group.push(contract)
  }
  return [...groups.call.values(), ...groups.put.values()]
}

function isOutOfBounds({ type, strike, bid, ask }: OptionQuote, spot: number): boolean {
  const ceiling = type === 'call' ? spot : strike
  const exercise = type === 'call' ? spot - strike : strike - spot
  const isAskImpossible = ask !== null && (ask < exercise - BOUND_SLACK_FRAC * spot || ask > ENDLESS * ceiling)
  return (bid !== null && bid > ceiling) || isAskImpossible
}

/**
 * Contracts out of the money whose bid is above the asks of two nearer to the money, by more than noise: one ask alone
 * may itself be the misprint.
 */
function findOutOfOrder(group: readonly OptionQuote[], spot: number): OptionQuote[] {
  const outward = group
    .filter(({ type, strike }) => (type === 'call' ? strike >= spot : strike <= spot))
    .sort((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))
  const found: OptionQuote[] = []
  let lowest = Number.POSITIVE_INFINITY
  let secondLowest = Number.POSITIVE_INFINITY
  for (const contract of outward) {
    const { bid, ask } = contract
    if (bid !== null && bid > secondLowest + ORDER_SLACK_FRAC * spot) found.push(contract)
    else if (ask !== null && bid !== null && bid <= ask) {
      secondLowest = Math.min(secondLowest, Math.max(lowest, ask))
      lowest = Math.min(lowest, ask)
    }
  }
  return found
}
