import { readTypedNumber } from '@callwright/contracts/typed-numbers'
import { breakeven, computeReturnFigures, type ReturnFigure, SHARES_PER_CONTRACT } from '@callwright/scoring'

/** The terms of one call as the user typed them, in dollars per share. */
export interface CallFields {
  readonly price: string
  readonly strike: string
  readonly premium: string
  readonly days: string
}

export type CallField = keyof CallFields

/** Made-up example prices. */
export const exampleCall: CallFields = { price: '100.00', strike: '105.00', premium: '1.40', days: '35' }

/** Strikes and dates that Watch Demo shows one after the other, ending with the example. */
export const demoCalls: readonly CallFields[] = [
  { ...exampleCall, strike: '102.50', premium: '2.05' },
  { ...exampleCall, strike: '110.00', premium: '0.58' },
  { ...exampleCall, days: '21', premium: '0.84' },
  exampleCall,
]

export interface CallOutcome {
  readonly price: number
  readonly strike: number
  readonly premiumUsd: number
  readonly staticReturn: ReturnFigure
  readonly ifCalledReturn: ReturnFigure
  /** Distance from the price to the strike, in percent of the price. */
  readonly headroomPct: number
  readonly breakeven: number | null
}

/** Computes the call's outcome; null as long as a field lacks a valid number. */
export function computeOutcome(fields: CallFields): CallOutcome | null {
  const [price, strike, premium, days] = [fields.price, fields.strike, fields.premium, fields.days].map(readPositive)
  if (price == null || strike == null || premium == null || days == null) return null
  const call = { price, strike, premium, basis: 'stock_price' } as const
  return {
    price,
    strike,
    premiumUsd: premium * SHARES_PER_CONTRACT,
    ...computeReturnFigures(call, days),
    headroomPct: (strike / price - 1) * 100,
    breakeven: breakeven(call),
  }
}

export function readPositive(text: string): number | null {
  const typed = readTypedNumber(text)
  return !('problem' in typed) && typed.value > 0 ? typed.value : null
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Area in which the line may bend: between the headline and the calculator, and above both. */
const ROOM = { x: 840, y: 84, right: 95, up: 22 } as const

/**
 * Where the line bends: farther right for a higher strike, higher up for a higher return. The line is an illustration,
 * not a chart, so the bend stays within its area for every call.
 */
export function placeBend(outcome: CallOutcome | null): Point {
  if (outcome === null) return { x: ROOM.x, y: ROOM.y }
  const share = (percent: number, wide: number) => Math.tanh(percent / wide)
  return {
    x: Math.round(ROOM.x + ROOM.right * share(outcome.headroomPct, 14)),
    y: Math.round(ROOM.y - ROOM.up * share(outcome.ifCalledReturn.returnPct - 6.4, 8)),
  }
}
