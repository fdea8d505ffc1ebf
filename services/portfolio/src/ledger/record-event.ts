import { isDeepStrictEqual } from 'node:util'
import { MAX_POSITIONS } from '@callwright/contracts'
import { countOpen, type IsoDate, isExpired, newYorkDate, usDate } from '@callwright/scoring'
import { badRequest } from '@callwright/service'
import {
  adjustmentPending,
  ledgerConflict,
  otherContent,
  tooManyPositions,
  unknownChain,
  unknownEvent,
  unknownPosition,
} from '../errors.ts'
import type { PositionBook } from '../positions/position-book.ts'
import type { Ledger } from './ledger-book.ts'
import { type EventDraft, type StoredEvent, toRecord } from './ledger-rows.ts'

/** When an event is recorded, and which splits of its chain the user has not decided on. */
export interface RecordingMoment {
  /** Later of the market's clock and the wall clock. */
  readonly nowMs: number
  /** The market's clock. */
  readonly marketMs: number
  /** First day of a split that the chain's terms do not reflect yet; null if there is none, or the market is unknown. */
  readonly pendingSplitOf: (chainId: string) => IsoDate | null
}

export interface Recorded {
  readonly event: StoredEvent
  readonly ledger: Ledger
}

/**
 * Records an event once. A repeat with the same content returns the stored event. Throws `other_content`,
 * `in_the_future`, `not_expired_yet`, `adjustment_pending`, `unknown_event`, `already_voided`, or a refusal of the ledger;
 * nothing is written then, because the transaction is rolled back.
 */
export async function recordEvent(book: PositionBook, draft: EventDraft, moment: RecordingMoment): Promise<Recorded> {
  const ledger = await book.ledger.read()
  const known = findKnown(ledger, draft)
  if (known !== null) return { event: known, ledger }
  requirePossible(ledger, draft, moment)
  await prepareRoll(book, ledger, draft)
  const { stored } = await book.ledger.append([{ draft }])
  const event = stored[0]
  if (event === undefined) throw new Error('An insert returned no row')
  return { event, ledger: await book.ledger.read() }
}

/** The stored event with the same id; null if there is none. Throws `other_content` if its content differs. */
export function findKnown({ events }: Ledger, draft: EventDraft): StoredEvent | null {
  const known = events.find(({ record }) => record.eventId === draft.eventId)
  if (known === undefined) return null
  const again = toRecord(draft, known.record.sequence)
  if (!isDeepStrictEqual(plain(again), plain(known.record)) || known.note !== draft.note) throw otherContent()
  return known
}

/**
 * Without the fields that are absent, which the database stores as no fields at all, and without the facts of the day,
 * which can differ in a repeated request.
 */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, field: unknown) => (key === 'grant' ? undefined : field)))

export function requirePossible(
  ledger: Ledger,
  draft: EventDraft,
  { nowMs, marketMs, pendingSplitOf }: RecordingMoment,
): void {
  const { kind, occurredOn, positionId, chainId } = draft
  const today = newYorkDate(nowMs)
  if (occurredOn !== null && occurredOn > today) {
    const detail = `occurred_on must not be in the future: today is ${usDate(today)}.`
    throw badRequest('in_the_future', detail, [{ field: 'occurred_on', detail }])
  }
  if (kind === 'void') {
    requireVoidable(ledger, draft)
    return
  }
  const call = positionId === null ? undefined : ledger.replayed.calls.get(positionId)
  if (kind === 'expire' && call !== undefined && countOpen(call) > 0 && !isExpired(call.expiration, marketMs)) {
    throw ledgerConflict(
      'not_expired_yet',
      `The call expires at the close of ${usDate(call.expiration)}.`,
      'occurred_on',
    )
  }
  if (kind === 'adjust' || kind === 'note' || kind === 'join' || kind === 'dismiss') return
  const split = pendingSplitOf(chainId)
  if (split !== null && occurredOn !== null && occurredOn >= split) {
    throw adjustmentPending(split)
  }
}

/** Events that a void can undo. Calls themselves are deleted instead. */
const VOIDABLE: readonly string[] = [
  ...['write_more', 'close', 'expire', 'assign', 'roll', 'buy_shares', 'sell_shares', 'dividend', 'adjust', 'join'],
  'note',
]

function requireVoidable({ events, replayed }: Ledger, { voids, chainId }: EventDraft): void {
  const target = events.find(({ record }) => record.eventId === voids)
  if (target === undefined || !VOIDABLE.includes(target.record.kind)) throw unknownEvent()
  const { joinedTo, voidedBy } = replayed.ledger
  const home = (id: string) => joinedTo.get(id) ?? id
  if (home(target.chainId) !== home(chainId)) throw unknownEvent()
  if (voidedBy.has(target.record.eventId)) {
    throw ledgerConflict('already_voided', 'This event was voided before.', 'voids')
  }
}

/** Adds the row of the call that a roll opens. */
async function prepareRoll(book: PositionBook, { replayed }: Ledger, draft: EventDraft): Promise<void> {
  if (draft.kind !== 'roll') return
  const record = toRecord(draft, 0)
  if (record.kind !== 'roll') return
  const { open, positionId, occurredOn } = record
  if ((await book.find([open.positionId])).size > 0) throw otherContent()
  const [call, chain] = [replayed.calls.get(positionId), replayed.chainOf.get(positionId)]
  if (call === undefined || chain === undefined) throw unknownPosition()
  const opensMore = countOpen(call) > record.contracts
  if (opensMore && (await book.count()) >= MAX_POSITIONS) throw tooManyPositions()
  const { expiration, strike, premium, contracts } = open
  const terms = { symbol: chain.symbol, entryDate: occurredOn, expiration, strike, premium, contracts }
  await book.insertRolled({
    id: open.positionId,
    terms: { ...terms, entryPrice: call.entryPrice, notes: null },
    details: { ...HELD, chainId: chain.chainId },
  })
}

const HELD = {
  feesUsd: 0,
  account: null,
  sharesFrom: 'held',
  acquiredOn: null,
  taxCost: null,
  acceptUncovered: false,
  grant: null,
} as const

/** The chain of a call or the chain itself. Throws `unknown_position`. */
export function getChainOfCall({ replayed }: Ledger, positionId: string): string {
  const chain = replayed.chainOf.get(positionId)
  if (chain === undefined) throw unknownPosition()
  return chain.chainId
}

/** Throws `unknown_chain`. */
export function getChainId({ replayed }: Ledger, id: string): string {
  const chainId = replayed.ledger.joinedTo.get(id) ?? id
  if (!replayed.chains.has(chainId)) throw unknownChain()
  return chainId
}
