import { daysBetween } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { QuotedOption } from '../option-math/chain.ts'

export const CALL_VOLUME_DAYS = 60

/** Volumes known of the calls that expire today to 60 days out. */
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

/** Contracts traded in calls of at most 60 days (D9, D15). Null when no volume is known. */
export function totalCallVolume(rows: readonly QuotedOption[], asOfMs: number): number | null {
  const volumes = knownCallVolumes(rows, asOfMs)
  return volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0)
}

/** Mean contracts per listed call of at most 60 days, over the calls whose volume is known (D15). Null when none is. */
export function averageCallVolume(rows: readonly QuotedOption[], asOfMs: number): number | null {
  const volumes = knownCallVolumes(rows, asOfMs)
  return volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
}
