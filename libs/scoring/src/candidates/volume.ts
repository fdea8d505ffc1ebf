import { daysBetween } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { QuotedOption } from '../option-math/chain.ts'

export const CALL_VOLUME_DAYS = 60

/** Known volumes of calls that expire within 60 days. */
function knownCallVolumes(rows: readonly QuotedOption[], asOfMs: number): number[] {
  const today = newYorkDate(asOfMs)
  const near = new Map<string, boolean>()
  const volumes: number[] = []
  for (const { type, expiration, volume } of rows) {
    if (type !== 'call' || volume === null) continue
    let counts = near.get(expiration)
    if (counts === undefined) {
      const days = daysBetween(today, expiration)
      counts = days >= 0 && days <= CALL_VOLUME_DAYS
      near.set(expiration, counts)
    }
    if (counts) volumes.push(volume)
  }
  return volumes
}

/** Call contracts traded, for calls with at most 60 days left (D9, D15). Null if no volume is known. */
export function totalCallVolume(rows: readonly QuotedOption[], asOfMs: number): number | null {
  const volumes = knownCallVolumes(rows, asOfMs)
  return volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0)
}

/**
 * Average number of contracts traded per listed call, over calls with at most 60 days left and a known volume (D15).
 * Null if there are none.
 */
export function averageCallVolume(rows: readonly QuotedOption[], asOfMs: number): number | null {
  const volumes = knownCallVolumes(rows, asOfMs)
  return volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
}
