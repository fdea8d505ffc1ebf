import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { rollReturn } from '../rolling/roll-return.ts'
import { above } from '../thresholds.ts'
import { whenKnown } from '../truth.ts'
import { dollars, usDate } from '../wording.ts'
import { countCalls, countShares } from './chain-state.ts'
import type { MoneyEvent, RollEvent } from './ledger-event.ts'
import { netPremium, toUsd } from './ledger-money.ts'
import type { EventResult, Replayed } from './replay.ts'

/** Result of a roll; the last two fields are null if the price of the stock at the time is unknown. */
export interface RollResult {
  /** Dollars per share, after fees. */
  readonly netCredit: number
  readonly netCreditUsd: number
  readonly daysAdded: number
  /** Dollars per share, like the next one. */
  readonly strikeChange: number
  /** Value of the shares that the higher strike no longer gives away. */
  readonly boughtUpValue: number | null
  /** Percent of the old strike if the old call was in the money, else of the price of the stock; before fees. */
  readonly rollReturnPct: number | null
}

/**
 * Result of a recorded roll; null for any other event. Source: LIFECYCLE 2 and MATHS 7 (`rollReturn`). Verified by E3 and
 * E4.
 */
export function describeRollResult(
  result: EventResult,
  { calls }: Pick<Replayed, 'calls'>,
  closeOn: (day: IsoDate) => number | null,
): RollResult | null {
  const { event } = result
  if (event.kind !== 'roll') return null
  const old = calls.get(event.positionId)
  if (old === undefined) return null
  const netCreditUsd = toUsd(netPremium(result))
  const price = event.stockPrice ?? closeOn(event.occurredOn)
  return {
    netCredit: netCreditUsd / (old.multiplier * event.contracts),
    netCreditUsd,
    daysAdded: daysBetween(old.expiration, event.open.expiration),
    strikeChange: event.open.strike - old.strike,
    boughtUpValue: whenKnown(price, (usd) => Math.max(0, Math.min(usd, event.open.strike) - old.strike)),
    rollReturnPct: whenKnown(price, (usd) => returnOf(event, old.strike, usd)),
  }
}

function returnOf({ closePrice, open }: RollEvent, oldStrike: number, price: number): number {
  const basis = above(price, oldStrike) ? oldStrike : price
  const terms = { newPremium: open.premium, costToClose: closePrice, price, oldStrike, newStrike: open.strike, basis }
  return rollReturn(terms).rollReturnFrac * 100
}

/** Describes an event in one sentence: "Bought back 2 calls at $0.30." */
export function describeEvent(event: MoneyEvent): string {
  switch (event.kind) {
    case 'open': {
      const { contracts, premium, strike, expiration } = event.terms
      return `Sold ${countCalls(contracts)} at ${dollars(premium)}: ${dollars(strike)} strike, ${usDate(expiration)}.`
    }
    case 'write_more':
      return `Sold ${countCalls(event.contracts)} more at ${dollars(event.price)}.`
    case 'close':
      return `Bought back ${countCalls(event.contracts)} at ${dollars(event.price)}.`
    case 'expire':
      return event.contracts === null ? 'Expired worthless.' : `${countCalls(event.contracts)} expired worthless.`
    case 'assign':
      return `${countCalls(event.contracts)} assigned.`
    case 'roll':
      return (
        `Rolled ${countCalls(event.contracts)}: bought back at ${dollars(event.closePrice)}, sold the ` +
        `${dollars(event.open.strike)} call of ${usDate(event.open.expiration)} at ${dollars(event.open.premium)}.`
      )
    case 'buy_shares':
      return `Bought ${countShares(event.shares * 1e6)} at ${dollars(event.price)}.`
    case 'sell_shares':
      return `Sold ${countShares(event.shares * 1e6)} at ${dollars(event.price)}.`
    case 'dividend':
      return `${event.special ? 'Special dividend' : 'Dividend'} of ${dollars(event.amountUsd)}, ex-date ${usDate(event.exDate)}.`
    default:
      return ADJUSTED[event.action](event.ratio, event.symbol)
  }
}

type Ratio = { readonly new: number; readonly old: number } | null

const ADJUSTED: Readonly<
  Record<(MoneyEvent & { kind: 'adjust' })['action'], (ratio: Ratio, symbol: string | null) => string>
> = {
  split: (ratio) => (ratio === null ? 'Split.' : `Split ${ratio.new} for ${ratio.old}.`),
  special_dividend: () => 'Strike lowered for a special dividend.',
  symbol: (_ratio, symbol) => `New symbol: ${symbol ?? 'unknown'}.`,
  terms: () => 'Terms adjusted.',
}
