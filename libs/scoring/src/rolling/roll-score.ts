/** Intent of the holder of the shares. It decides the order of rolls with equal answers to the three questions. */
export type RollIntent = 'keep_shares' | 'happy_to_sell'

/** A roll's figures that its rank depends on. Percent a year of the basis; delta from 0 to 1, null if unknown. */
export interface RollToScore {
  /** R: (net credit after fees + bought-up value) / basis × 365 / days to the new expiration. */
  readonly returnPct: number
  /** U: what the stock still gains up to the new strike, max(0, K_new − S) / basis × 365 / days. */
  readonly upsidePct: number
  readonly delta: number | null
}

interface IntentRule {
  readonly label: string
  /** As published on the page: R, U and delta as in `RollToScore`. */
  readonly formula: string
  readonly meaning: string
  readonly score: (roll: RollToScore & { readonly delta: number }) => number
}

/** Rank score of a roll for each intent; a higher score ranks first. */
export const ROLL_INTENTS = {
  keep_shares: {
    label: 'Keep the shares',
    formula: 'R − delta × |R|',
    meaning: 'The return of the roll counts less, the more likely the shares are to be called away.',
    score: ({ returnPct, delta }) => returnPct - delta * Math.abs(returnPct),
  },
  happy_to_sell: {
    label: 'Happy to sell',
    formula: 'R + delta × U',
    meaning: 'The gain up to the new strike counts as well, as far as the shares are likely to be called away.',
    score: ({ returnPct, upsidePct, delta }) => returnPct + delta * upsidePct,
  },
} as const satisfies Readonly<Record<RollIntent, IntentRule>>

export type RollScores = Readonly<Record<RollIntent, number>>

/**
 * Rank scores of a roll, percent a year; null if the delta is unknown. Own rule, not a published one. Verified by hand
 * in `roll-table.test.ts`.
 */
export function scoreRoll({ delta, ...roll }: RollToScore): RollScores | null {
  if (delta === null) return null
  const scoreFor = (intent: RollIntent) => ROLL_INTENTS[intent].score({ ...roll, delta })
  return { keep_shares: scoreFor('keep_shares'), happy_to_sell: scoreFor('happy_to_sell') }
}
