import type { Ledger } from './ledger-book.ts'

type Stored = Ledger['events'][number]['record']

/**
 * Fee per contract of the user's last option trade that has one, dollars; null if none has. Only the fee of the trade
 * itself counts, so a roll gives that of the purchase.
 */
export function readLastFee({ events, replayed }: Ledger): number | null {
  const fees = events.map(({ record }) => (replayed.ledger.voidedBy.has(record.eventId) ? null : readFee(record)))
  return fees.findLast((fee) => fee !== null && fee > 0) ?? null
}

function readFee(record: Stored): number | null {
  switch (record.kind) {
    case 'open':
      return record.details.feesUsd / record.terms.contracts
    case 'write_more':
    case 'close':
    case 'roll':
      return record.feesUsd / record.contracts
    default:
      return null
  }
}
