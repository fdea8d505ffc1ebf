import { measurePosition, type PositionMetrics, recommend, UNKNOWN_QUOTE } from '@callwright/scoring'
import type { CallQuote, ShortCall } from '../../../api/options.ts'
import type { ListedPosition, Position, ServerPnl } from '../../../api/portfolio.ts'
import type { OutboxState } from './outbox.ts'
import type { PendingChange } from './pending-change.ts'
import type { PositionRow, SyncState } from './position.ts'

/** A position, with what the server and this device know about it. */
interface KnownPosition {
  readonly position: Position
  /** The server's version; null if its terms differ or the server doesn't have the position. */
  readonly listed: ListedPosition | null
  readonly sync: SyncState
  readonly syncReason: string | null
}

const isShown = ({ kind }: PendingChange) => kind !== 'remove'

/**
 * Applies this device's changes to the server's list. The list has every change accepted before `listRequestedAtMs`,
 * which is null if there is no complete list. `lastLoaded` has the positions to show without one.
 */
export function applyChanges(
  listed: readonly ListedPosition[],
  { changes, accepted, sending }: OutboxState,
  listRequestedAtMs: number | null,
  lastLoaded: readonly Position[] = [],
): readonly KnownPosition[] {
  const recent = accepted.filter(({ atMs }) => listRequestedAtMs === null || listRequestedAtMs < atMs)
  const over = new Map<string, KnownPosition | null>()
  for (const { change } of recent)
    over.set(change.position.id, isShown(change) ? toKnown(change, 'synced', null) : null)
  for (const change of changes) over.set(change.position.id, showPending(change, sending))
  const base = [
    ...listed.map((each) => ({ position: each.position, listed: each })),
    ...lastLoaded.map((position) => ({ position, listed: null })),
  ]
  const rows = base.flatMap(({ position, listed: each }): readonly KnownPosition[] => {
    const { id } = position
    if (!over.has(id)) return [{ position, listed: each, sync: 'synced', syncReason: null }]
    const changed = over.get(id) ?? null
    over.delete(id)
    if (changed === null) return []
    return [{ ...changed, listed: isSameCall(changed.position, position) ? each : null }]
  })
  return [...rows, ...[...over.values()].filter((row) => row !== null)]
}

const toKnown = ({ position }: PendingChange, sync: SyncState, syncReason: string | null): KnownPosition => ({
  position,
  listed: null,
  sync,
  syncReason,
})

/** Returns null for a pending removal. A position whose removal was rejected is still shown. */
function showPending(change: PendingChange, sending: ReadonlySet<string>): KnownPosition | null {
  const { refusal, position } = change
  if (refusal !== null) return toKnown(change, 'rejected', refusal)
  if (!isShown(change)) return null
  return sending.has(position.id)
    ? toKnown(change, 'saving', null)
    : toKnown(change, 'unsynced', 'Saved on this device, not synced yet')
}

const isSameCall = (a: ShortCall, b: ShortCall) =>
  a.symbol === b.symbol && a.strike === b.strike && a.expiration === b.expiration

const toCall = ({ symbol, expiration, strike }: Position): ShortCall => ({ symbol, expiration, strike })

/** Calls for which the server's list has no figures. */
export function listUnquoted(known: readonly KnownPosition[]): readonly ShortCall[] {
  return known.filter(({ listed }) => listed === null).map(({ position }) => toCall(position))
}

interface MarketFacts {
  readonly nowMs: number
  readonly quotes: readonly CallQuote[]
  readonly reasonOf: (symbol: string) => string | null
}

/** Computes a row. The server's P&L takes precedence if it was calculated for the same terms. */
export function buildRow(known: KnownPosition, { nowMs, quotes, reasonOf }: MarketFacts): PositionRow {
  const { position, listed, sync, syncReason } = known
  const quoted = listed ?? quotes.find(({ call }) => isSameCall(call, position)) ?? null
  const quote = quoted?.quote ?? UNKNOWN_QUOTE
  const measured = measurePosition(position, quote, nowMs)
  const metrics = listed !== null && listed.position === position ? applyServerPnl(measured, listed.pnl) : measured
  return {
    position,
    metrics,
    recommendation: recommend(metrics),
    bid: quoted?.bid ?? null,
    ask: quote.ask,
    life: listed?.life ?? null,
    missingReason: reasonOf(position.symbol),
    sync,
    syncReason,
  }
}

/** The server's figures, and the browser's where the server's are unknown. */
function applyServerPnl(metrics: PositionMetrics, pnl: ServerPnl): PositionMetrics {
  const known = pnlKeys.filter((key) => pnl[key] !== null).map((key) => [key, pnl[key]])
  return { ...metrics, ...Object.fromEntries(known) }
}

const pnlKeys = [
  'stockPnlUsd',
  'optionPnlUsd',
  'coveredCallPnlUsd',
  'stockPnlPct',
  'optionPnlPct',
  'coveredCallPnlPct',
] as const satisfies readonly (keyof ServerPnl)[]
