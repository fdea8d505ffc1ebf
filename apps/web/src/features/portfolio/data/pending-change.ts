import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { Position } from '../../../api/position.ts'

/** A change that this device has yet to bring to the server. One a position: a later one takes the earlier in. */
export interface PendingChange {
  readonly kind: 'add' | 'edit' | 'remove'
  /** As it shall be, and for a removal as it was. */
  readonly position: Position
  /** Names the change on its way, however often it is sent. */
  readonly key: string
  /** An addition that the server may have taken with other terms. */
  readonly edited: boolean
  /** An addition that was found in this browser without an owner. */
  readonly found: boolean
  /** Why the server did not take it; null: it is still to be sent. */
  readonly refusal: string | null
}

export type NewChange = Pick<PendingChange, 'kind' | 'position' | 'key' | 'edited'>

/** What is to be sent once a change follows on one that waits. */
export function followChange(earlier: PendingChange | null, next: NewChange): PendingChange {
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

/** A change as it was stored; null for what is none. */
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

/** A position as this or an earlier page left it in the browser; null where it cannot be one. */
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

/** Undefined for what is no JSON. */
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
