import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { Position } from '../../../api/position.ts'

/**
 * A change that the server has not accepted yet. A position has at most one: a later change includes the earlier one.
 */
export interface PendingChange {
  readonly kind: 'add' | 'edit' | 'remove'
  /** The position after the change or, for a removal, before it. */
  readonly position: Position
  /** Idempotency key; every attempt uses the same one. */
  readonly key: string
  /** Whether this is an addition that the server may have stored with other terms. */
  readonly edited: boolean
  /** Whether this is an addition from the browser's anonymous positions. */
  readonly found: boolean
  /** Why the server rejected the change; null if it still has to be sent. */
  readonly refusal: string | null
}

export type NewChange = Pick<PendingChange, 'kind' | 'position' | 'key' | 'edited'>

/** Merges a new change into the position's pending one. */
export function mergeChange(earlier: PendingChange | null, next: NewChange): PendingChange {
  const isStillAdd = next.kind === 'edit' && earlier?.kind === 'add'
  return {
    ...next,
    kind: isStillAdd ? 'add' : next.kind,
    edited: next.edited || earlier !== null,
    found: false,
    refusal: null,
  }
}

const kinds = ['add', 'edit', 'remove'] as const

/** Parses a stored change; null if malformed. */
export function parseChange(text: string): PendingChange | null {
  const stored = parseObject(text)
  const position = stored && readStoredPosition(stored.position)
  const kind = kinds.find((known) => known === stored?.kind)
  if (!stored || !position || kind === undefined || typeof stored.key !== 'string') return null
  return {
    kind,
    position,
    key: stored.key,
    edited: stored.edited === true,
    found: stored.found === true,
    refusal: typeof stored.refusal === 'string' ? stored.refusal : null,
  }
}

const ID = /^[A-Za-z0-9_-]{1,64}$/

/** Parses a position stored by this or an older version of the page; null if invalid. */
export function readStoredPosition(stored: unknown): Position | null {
  if (!isObject(stored)) return null
  const { id, ticker, entryDate, expiryDate, notes } = stored
  const [strikePrice, entryPremium, entryPrice] = [stored.strikePrice, stored.entryPremium, stored.entryPrice].map(
    Number,
  )
  const contracts = Number(stored.contracts ?? 1)
  if (strikePrice === undefined || entryPremium === undefined || entryPrice === undefined) return null
  const areText = typeof ticker === 'string' && typeof entryDate === 'string' && typeof expiryDate === 'string'
  if (!areText || ticker === '' || !ID.test(String(id))) return null
  if (!isCalendarDay(entryDate) || !isCalendarDay(expiryDate) || entryDate > expiryDate) return null
  if (!(strikePrice > 0 && entryPrice > 0 && entryPremium >= 0)) return null
  if (![strikePrice, entryPrice, entryPremium].every(Number.isFinite)) return null
  if (!Number.isInteger(contracts) || contracts < 1) return null
  return {
    id: String(id),
    ticker,
    entryDate,
    expiryDate,
    strikePrice,
    entryPremium,
    entryPrice,
    contracts,
    notes: typeof notes === 'string' ? notes : null,
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

/** Parses JSON; returns undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
