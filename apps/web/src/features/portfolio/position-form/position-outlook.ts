import { maxProfitUsd, measurePosition, positionBreakeven, type Recommendation, recommend } from '@callwright/scoring'
import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { PositionTerms } from '../../../api/position.ts'
import { readQuote } from '../../../api/position-quotes.ts'
import { checkField, type FieldName, type PositionFields } from './position-fields.ts'

/** What a position comes to at expiration; dollars per share, and of all shares where it says `Usd`. */
export interface Outlook {
  /** Null where it loses at every price. */
  readonly breakeven: number | null
  readonly ifCalledUsdPerContract: number
}

const needed: readonly FieldName[] = ['strikePrice', 'entryPrice', 'entryPremium']

/** As soon as the three figures are there, whatever else is missing. */
export function readOutlook(fields: PositionFields): Outlook | null {
  if (needed.some((name) => checkField(name, fields) !== null)) return null
  const position = {
    entryPrice: Number(fields.entryPrice),
    entryPremium: Number(fields.entryPremium),
    strike: Number(fields.strikePrice),
    contracts: 1,
  }
  const ifCalledUsdPerContract = maxProfitUsd(position)
  return ifCalledUsdPerContract === null ? null : { breakeven: positionBreakeven(position), ifCalledUsdPerContract }
}

/** What is known of the call as the fields name it. */
export interface QuotedCall {
  readonly chain: OptionChain | null
  readonly call: OptionContract | null
}

/** What the rules would say of the position once it is there (D22). */
export function recommendOnceThere(
  { ticker, entryDate, expiryDate, strikePrice, ...rest }: PositionTerms,
  { chain, call }: QuotedCall,
  asOfMs: number,
): Recommendation {
  const position = { symbol: ticker, entryDate, expiration: expiryDate, strike: strikePrice, ...rest }
  return recommend(
    measurePosition(position, readQuote(call, { price: chain?.price ?? null, strike: strikePrice }), asOfMs),
  )
}
