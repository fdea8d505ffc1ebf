import { addDays } from '@callwright/scoring'
import type { Reject, RejectReason } from '../guards/rejections.ts'
import { readJsonNumber } from '../http/json-values.ts'
import type { ChainFilter, IsoDate, OptionChain, OptionQuote } from '../provider.ts'

/** A positive price, since nothing trades at 0. */
export function readPrice(value: unknown, reject: Reject): number | null {
  const amount = readAmount(value, reject)
  return amount === 0 ? null : amount
}

/** A price of zero or more; any other value is unknown. */
export function readAmount(value: unknown, reject: Reject): number | null {
  const number = readJsonNumber(value)
  if (number === null || number >= 0) return number
  return blank(reject, Number.isNaN(number) ? 'not_a_number' : 'price_not_positive')
}

export function readCount(value: unknown, reject: Reject): number | null {
  const number = readJsonNumber(value)
  if (number === null) return null
  return number >= 0 ? Math.trunc(number) : blank(reject, 'not_a_number')
}

/** A delta between -1 and 1; any other value is unknown. */
export function readDelta(value: unknown, reject: Reject): number | null {
  const delta = readJsonNumber(value)
  if (delta === null || (delta >= -1 && delta <= 1)) return delta
  return blank(reject, 'greeks_out_of_range')
}

function blank(reject: Reject, reason: RejectReason): null {
  reject(reason)
  return null
}

/** The order of a chain: by expiration, then by strike, calls before puts. */
export function byExpirationStrikeType(a: OptionQuote, b: OptionQuote): number {
  if (a.expiration !== b.expiration) return a.expiration < b.expiration ? -1 : 1
  return a.strike - b.strike || (a.type < b.type ? -1 : 1)
}

/** Selects the contracts that match the filter, since a source that cannot filter may return more. */
export function selectContracts(
  contracts: OptionChain['contracts'],
  { type, minDays, maxDays, minStrike = 0, maxStrike = Number.POSITIVE_INFINITY, expiration }: ChainFilter,
  today: IsoDate,
): readonly OptionQuote[] {
  const first = minDays === undefined ? null : addDays(today, minDays)
  const last = maxDays === undefined ? null : addDays(today, maxDays)
  return contracts.filter(
    (contract) =>
      (type === undefined || contract.type === type) &&
      (expiration === undefined || contract.expiration === expiration) &&
      (first === null || contract.expiration >= first) &&
      (last === null || contract.expiration <= last) &&
      contract.strike >= minStrike &&
      contract.strike <= maxStrike,
  )
}

/** Selects the listed contracts that match a filter and have not expired. */
export function selectListed<T extends Pick<OptionQuote, 'type' | 'expiration' | 'strike'>>(
  contracts: readonly T[],
  { type, minDays = 0, maxDays, expiration, minStrike = 0, maxStrike = Number.POSITIVE_INFINITY }: ChainFilter,
  today: IsoDate,
): T[] {
  const first = addDays(today, Math.max(0, minDays))
  const last = maxDays === undefined ? null : addDays(today, maxDays)
  return contracts.filter(
    (contract) =>
      contract.type === (type ?? contract.type) &&
      contract.expiration === (expiration ?? contract.expiration) &&
      contract.expiration >= first &&
      (last === null || contract.expiration <= last) &&
      contract.strike >= minStrike &&
      contract.strike <= maxStrike,
  )
}
