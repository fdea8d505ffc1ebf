import {
  maxLossUsd,
  maxProfitUsd,
  measurePosition,
  positionBreakeven,
  type Recommendation,
  recommend,
} from '@callwright/scoring'
import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { PositionTerms } from '../../../api/position.ts'
import { readQuote } from '../../../api/position-quotes.ts'
import { checkField, type EntryFacts, type FigureName, type PositionFields, readFigure } from './position-fields.ts'

/** A position's outcome at expiration, in dollars per share, or per contract if the name ends in `UsdPerContract`. */
export interface Outlook {
  /** Breakeven; null if the position gains at every price or loses at every price. */
  readonly breakeven: number | null
  /** Whether the position gains even if the shares become worthless. */
  readonly gainsAlways: boolean
  readonly ifCalledUsdPerContract: number
}

const needed = ['strikePrice', 'entryPrice', 'entryPremium'] as const satisfies readonly FigureName[]

/** Computes the outcome once strike, entry price and premium are valid; other fields may be missing. */
export function readOutlook(fields: PositionFields, facts: EntryFacts): Outlook | null {
  if (needed.some((name) => checkField(name, fields, facts) !== null)) return null
  const [strike, entryPrice, entryPremium] = needed.map((name) => readFigure(name, fields))
  if (strike == null || entryPrice == null || entryPremium == null) return null
  const position = { strike, entryPrice, entryPremium, contracts: 1 }
  const ifCalledUsdPerContract = maxProfitUsd(position)
  if (ifCalledUsdPerContract === null) return null
  return { breakeven: positionBreakeven(position), gainsAlways: maxLossUsd(position) < 0, ifCalledUsdPerContract }
}

/** Market data for the call that the fields identify. */
export interface QuotedCall {
  readonly chain: OptionChain | null
  readonly call: OptionContract | null
}

/** The recommendation that the position will have once saved (D22). */
export function previewRecommendation(
  { ticker, entryDate, expiryDate, strikePrice, ...rest }: PositionTerms,
  { chain, call }: QuotedCall,
  asOfMs: number,
): Recommendation {
  const position = { symbol: ticker, entryDate, expiration: expiryDate, strike: strikePrice, ...rest }
  return recommend(
    measurePosition(position, readQuote(call, { price: chain?.price ?? null, strike: strikePrice }), asOfMs),
  )
}
