import type { Body } from '@callwright/contracts'

/** Prefix of the localStorage keys for the positions as last loaded. They are shown in an outage, and removed at sign-out. */
export const LOADED_POSITIONS_KEY = 'loadedPositions'

/** Terms that the user entered for a position. Prices are in dollars per share; dates are New York calendar days. */
export interface PositionTerms {
  readonly ticker: string
  readonly entryDate: string
  readonly expiryDate: string
  readonly strikePrice: number
  readonly entryPremium: number
  readonly entryPrice: number
  readonly contracts: number
  readonly notes: string | null
}

/** A user's covered call, without market data. */
export interface Position extends PositionTerms {
  readonly id: string
}

export const writeTerms = (terms: PositionTerms) => ({
  ticker: terms.ticker,
  entry_date: terms.entryDate,
  expiry_date: terms.expiryDate,
  strike_price: terms.strikePrice,
  entry_premium: terms.entryPremium,
  entry_price: terms.entryPrice,
  contracts: terms.contracts,
  notes: terms.notes,
})

export const writePosition = (position: Position): Body<'portfolio.add'> => ({
  id: position.id,
  ...writeTerms(position),
})

export function readPosition(wire: ReturnType<typeof writeTerms> & { readonly id: string }): Position {
  return {
    id: wire.id,
    ticker: wire.ticker,
    entryDate: wire.entry_date,
    expiryDate: wire.expiry_date,
    strikePrice: wire.strike_price,
    entryPremium: wire.entry_premium,
    entryPrice: wire.entry_price,
    contracts: wire.contracts,
    notes: wire.notes,
  }
}
