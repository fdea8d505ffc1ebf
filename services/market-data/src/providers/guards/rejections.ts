/** Reasons for leaving out or repairing a record. The set is fixed because it labels a metric. */
export const rejectReasons = [
  'malformed',
  'not_a_number',
  'price_not_positive',
  'bar_inconsistent',
  'bar_out_of_order',
  'bar_after_as_of',
  'bar_widened',
  'bar_spike',
  'bar_rescaled',
  'bar_before_split',
  'duplicate',
  'expired',
  'adjusted_root',
  'contract_mismatch',
  'superseded_contract',
  'quote_out_of_bounds',
  'quote_inconsistent',
  'quote_crossed',
  'price_jump',
  'greeks_out_of_range',
] as const
export type RejectReason = (typeof rejectReasons)[number]
export type Reject = (reason: RejectReason, count?: number) => void

/** An amount of zero or more; any other value is counted and becomes null. */
export function readAmount(value: number | null, reject: Reject): number | null {
  if (value === null || (Number.isFinite(value) && value >= 0)) return value
  reject(Number.isFinite(value) ? 'price_not_positive' : 'not_a_number')
  return null
}
