import type { StoredPosition as WirePosition } from '@callwright/contracts'
import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { StoredPosition } from './position-book.ts'

export function toWirePosition(position: StoredPosition): WirePosition {
  return {
    id: position.id,
    ticker: position.ticker,
    entry_date: position.entryDate,
    expiry_date: position.expiryDate,
    strike_price: position.strikePrice,
    entry_premium: position.entryPremium,
    entry_price: position.entryPrice,
    contracts: position.contracts,
    shares: position.contracts * SHARES_PER_CONTRACT,
    notes: position.notes,
    created_at: position.createdAt.toISOString(),
    updated_at: position.updatedAt.toISOString(),
  }
}
