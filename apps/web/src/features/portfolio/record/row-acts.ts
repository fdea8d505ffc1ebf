import type { PositionRow } from '../data/position.ts'

/** Acts that can be recorded for a position, in the order of the menu. */
export const lifeActs = ['close', 'roll', 'expire', 'assign', 'write_more', 'sell_shares', 'dividend', 'note'] as const
export type LifeAct = (typeof lifeActs)[number]

export const actLabels: Readonly<Record<LifeAct, string>> = {
  close: 'Buy back',
  roll: 'Roll',
  expire: 'Expired',
  assign: 'Assigned',
  write_more: 'Write more',
  sell_shares: 'Sell shares',
  dividend: 'Add dividend',
  note: 'Note',
}

export interface ActChoice {
  readonly act: LifeAct
  /** Why it cannot be recorded now; null if it can. */
  readonly reason: string | null
}

const NEEDS_OPEN: readonly LifeAct[] = ['close', 'roll', 'write_more']

/** Acts on a position, with the reason where one is impossible. A call in its life cannot have expired. */
export function listActs(row: PositionRow, isOnline: boolean): readonly ActChoice[] {
  const isOpen = row.metrics.state === 'open'
  return lifeActs
    .filter((act) => act !== 'expire' || !isOpen)
    .map((act) => ({ act, reason: findObstacle(act, row, isOnline) }))
}

/** Why an act cannot be recorded for a position now; null if it can. */
export function findObstacle(act: LifeAct, row: PositionRow, isOnline: boolean): string | null {
  const { life, sync, metrics } = row
  if (life === null || sync !== 'synced') return 'Save this position first'
  if (!isOnline) return 'Recording needs a connection'
  if (act === 'note') return null
  if (metrics.shareChanges.length > 0) return 'Apply the split first'
  if (metrics.strikeLoweredOn !== null) return 'Apply the new strike first'
  const isOpen = metrics.state === 'open'
  if (!isOpen && NEEDS_OPEN.includes(act)) return 'The call has expired. Record how it ended'
  return isOpen && act === 'expire' ? 'The call has not expired yet' : null
}
