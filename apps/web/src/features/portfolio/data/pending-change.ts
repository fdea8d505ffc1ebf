import { isCalendarDay } from '@callwright/scoring/iso-date'
import { type KeyValueStorage, LOADED_POSITIONS_KEY, POSITIONS_KEY } from '../../../api/credentials.ts'
import type { EntryDetails, Position, PositionTerms } from '../../../api/portfolio.ts'

const RANDOM_BYTES = 8

/** Creates a unique id that starts with the time, so ids sort chronologically. */
export function newId(nowMs: number): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
  return `${nowMs}-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** One attempt to save a form. */
export interface Attempt {
  /** Id for the position to add; the same for every attempt. */
  readonly id: string
  /** Idempotency key; attempts with the same terms share it. */
  readonly key: string
  /** Whether an earlier attempt had other terms, which the server may have stored. */
  readonly edited: boolean
  readonly details?: EntryDetails
}

interface Attempts {
  readonly id: string
  readonly next: (terms: PositionTerms, details?: EntryDetails) => Attempt
}

/** Attempts to save one form. Retrying an attempt that only seemed to fail doesn't add a second position. */
export function createAttempts(readNowMs: () => number): Attempts {
  const id = newId(readNowMs())
  let last: { readonly written: string; readonly key: string } | null = null
  let edited = false
  return {
    id,
    next: (terms, details) => {
      const written = JSON.stringify([terms, details])
      if (last === null || last.written !== written) {
        edited = last !== null
        last = { written, key: newId(readNowMs()) }
      }
      return { id, key: last.key, edited, ...(details && { details }) }
    },
  }
}

/**
 * A change that the server has not accepted yet. A position has at most one: a later change includes the earlier one.
 */
export interface PendingChange {
  readonly kind: 'add' | 'edit' | 'remove'
  /** The position after the change or, for a removal, before it. */
  readonly position: Position
  /** Idempotency key of the change's own requests. A batch has its own key; in it, the position's id prevents duplicates. */
  readonly key: string
  /** Whether this is an addition that the server may have stored with other terms. */
  readonly edited: boolean
  /** Facts beside the terms of an addition. */
  readonly details?: EntryDetails
  /** Whether this is an addition from the browser's anonymous positions. */
  readonly found: boolean
  /** Why the server rejected the change; null if it still has to be sent. */
  readonly refusal: string | null
}

export type NewChange = Pick<PendingChange, 'kind' | 'position' | 'key' | 'edited' | 'details'>

/** Merges a new change into the position's pending one. */
export function mergeChange(earlier: PendingChange | null, next: NewChange): PendingChange {
  const isStillAdd = next.kind === 'edit' && earlier?.kind === 'add'
  return {
    ...next,
    ...(isStillAdd && earlier.details && { details: earlier.details }),
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
    ...(isObject(stored.details) && { details: stored.details as EntryDetails }),
    found: stored.found === true,
    refusal: typeof stored.refusal === 'string' ? stored.refusal : null,
  }
}

export const writeChange = (change: PendingChange): string =>
  JSON.stringify({ ...change, position: writeStoredPosition(change.position) })

const ID = /^[A-Za-z0-9_-]{1,64}$/

/** Parses a position stored by this or an older version of the page; null if invalid. */
export function readStoredPosition(stored: unknown): Position | null {
  if (!isObject(stored)) return null
  const { id, ticker: symbol, entryDate, expiryDate: expiration, notes } = stored
  const [strike, premium, entryPrice] = [stored.strikePrice, stored.entryPremium, stored.entryPrice].map(Number)
  const contracts = Number(stored.contracts ?? 1)
  if (strike === undefined || premium === undefined || entryPrice === undefined) return null
  const areText = typeof symbol === 'string' && typeof entryDate === 'string' && typeof expiration === 'string'
  if (!areText || symbol === '' || !ID.test(String(id))) return null
  if (!isCalendarDay(entryDate) || !isCalendarDay(expiration) || entryDate > expiration) return null
  if (!(strike > 0 && entryPrice > 0 && premium >= 0)) return null
  if (![strike, entryPrice, premium].every(Number.isFinite)) return null
  if (!Number.isInteger(contracts) || contracts < 1) return null
  return {
    id: String(id),
    symbol,
    entryDate,
    expiration,
    strike,
    premium,
    entryPrice,
    contracts,
    notes: typeof notes === 'string' ? notes : null,
  }
}

/** The position in the specification's words for the client, which every version of the page can read. */
export function writeStoredPosition({ symbol, expiration, strike, premium, ...rest }: Position) {
  return { ...rest, ticker: symbol, expiryDate: expiration, strikePrice: strike, entryPremium: premium }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

/** Parses JSON; returns undefined if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * Covered calls in localStorage. The plain key holds anonymous positions, saved without a session. Keys with owner and
 * id hold one pending change each, so tabs do not overwrite each other and a malformed entry affects only itself.
 */
export interface LocalPositions {
  readonly list: () => readonly PendingChange[]
  readonly find: (id: string) => PendingChange | null
  /** Stores a change; returns false if localStorage rejected it. */
  readonly keep: (change: PendingChange) => boolean
  readonly forget: (id: string) => void
  /** Assigns anonymous positions to the owner. Returns true if some could not be read. */
  readonly adopt: (newKey: () => string) => boolean
  /** Stores the positions as loaded, to show them if a later page cannot load them. */
  readonly keepLoaded: (positions: readonly Position[]) => void
  readonly listLoaded: () => readonly Position[]
  /** Whether a storage key belongs to these positions. */
  readonly isOwn: (key: string | null) => boolean
}

export function openLocalPositions(storage: KeyValueStorage, owner: string): LocalPositions {
  const prefix = `${POSITIONS_KEY}.${owner}.`
  const loadedKey = `${LOADED_POSITIONS_KEY}.${owner}`
  const find = (id: string) => parseChange(storage.get(prefix + id) ?? '')
  const keep = (change: PendingChange) => {
    const isStored = storage.set(prefix + change.position.id, writeChange(change))
    // Remove the older version; otherwise it would reappear after a reload.
    if (!isStored) storage.remove(prefix + change.position.id)
    return isStored
  }
  return {
    list: () => storage.listKeys(prefix).flatMap((key) => find(key.slice(prefix.length)) ?? []),
    find,
    keep,
    forget: (id) => storage.remove(prefix + id),
    adopt: (newKey) => adopt(storage, newKey, (change) => find(change.position.id) !== null || keep(change)),
    keepLoaded: (loaded) => void storage.set(loadedKey, JSON.stringify(loaded.map(writeStoredPosition))),
    listLoaded: () => {
      const stored = parseJson(storage.get(loadedKey) ?? '[]')
      return Array.isArray(stored) ? stored.flatMap((row) => readStoredPosition(row) ?? []) : []
    },
    isOwn: (key) => key === null || key.startsWith(prefix),
  }
}

function adopt(storage: KeyValueStorage, newKey: () => string, take: (change: PendingChange) => boolean): boolean {
  const text = storage.get(POSITIONS_KEY)
  if (text === null) return false
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return true
  const left = stored.filter((row) => {
    const position = readStoredPosition(row)
    if (position === null) return true
    return !take({ kind: 'add', position, key: newKey(), edited: false, found: true, refusal: null })
  })
  if (left.length === 0) storage.remove(POSITIONS_KEY)
  else if (left.length < stored.length) storage.set(POSITIONS_KEY, JSON.stringify(left))
  return left.some((row) => readStoredPosition(row) === null)
}
