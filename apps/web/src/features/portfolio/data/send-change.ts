import { MAX_MIGRATED } from '@callwright/contracts/portfolio-limits'
import type { RunExclusively } from '../../../api/credentials.ts'
import { type ApiError, asApiError, buildFailure, describeFailure } from '../../../api/http.ts'
import { portfolioApi, writePosition } from '../../../api/portfolio.ts'
import type { SessionDispatch } from '../../../api/session.ts'
import { commonWords } from '../../../shared/common-words.ts'
import type { Outbox } from './outbox.ts'
import { mergeChange, type NewChange, type PendingChange } from './pending-change.ts'
import type { SaveOutcome } from './position.ts'

type Sent =
  | { readonly kind: 'accepted' }
  /** The server rejected the change: a retry would get the same response. */
  | { readonly kind: 'rejected'; readonly error: ApiError }
  /** The outcome is unknown, so the change has to be sent again. */
  | { readonly kind: 'unanswered'; readonly error: ApiError }

const { addPosition, updatePosition, removePosition, migratePositions } = portfolioApi.endpoints
const untracked = { track: false } as const
/** The server's error code when the id already exists with other terms. */
const OTHER_CONTENT = 'other_content'
/** The server's question whether a position with equal terms was meant. */
const EQUAL_TERMS = 'equal_terms'
const accepted: Sent = { kind: 'accepted' }

/** Sends one change, without retries. */
async function sendChange(dispatch: SessionDispatch, change: PendingChange): Promise<Sent> {
  const { kind, position, key: idempotencyKey, edited, details } = change
  const { id } = position
  if (kind === 'remove') {
    const { error } = await dispatch(removePosition.initiate({ id, idempotencyKey }, untracked))
    // The position was already deleted, so treat a 404 as success.
    return asApiError(error)?.status === 404 ? accepted : toOutcome(error)
  }
  if (kind === 'add') {
    const { error } = await dispatch(
      addPosition.initiate({ position, idempotencyKey, ...(details && { details }) }, untracked),
    )
    // The server stored the addition before it was edited here: send the new terms as an update.
    if (asApiError(error)?.code !== OTHER_CONTENT || !edited) return toOutcome(error)
  }
  // An edited addition takes two requests, the addition and the update. They need two keys: the server rejects a key that
  // it has seen with another request.
  const update = { id, terms: position, idempotencyKey: `${idempotencyKey}-terms` }
  const { error } = await dispatch(updatePosition.initiate(update, untracked))
  return toOutcome(error)
}

/** Looks up the outcome of an addition in a batch; `undefined` if it was not sent. */
type BatchOutcome = (change: PendingChange) => Sent | undefined

/** Sends additions in batches; stops at the first failed batch. */
async function sendBatches(
  dispatch: SessionDispatch,
  changes: readonly PendingChange[],
  newKey: () => string,
): Promise<BatchOutcome> {
  const outcomes = new Map<PendingChange, Sent>()
  for (let from = 0; from < changes.length; from += MAX_MIGRATED) {
    const batch = changes.slice(from, from + MAX_MIGRATED)
    const migrated = {
      rows: batch.map(({ position, details }) => writePosition(position, details)),
      idempotencyKey: newKey(),
    }
    const { data, error } = await dispatch(migratePositions.initiate(migrated, untracked))
    if (data === undefined) {
      const failed: Sent = { kind: 'unanswered', error: readError(error) }
      for (const change of batch) outcomes.set(change, failed)
      break
    }
    const reasons = new Map(data.skipped.map(({ index, reason }) => [index, reason]))
    for (const [index, change] of batch.entries()) outcomes.set(change, toRowOutcome(reasons.get(index)))
  }
  return (change) => outcomes.get(change)
}

function toRowOutcome(reason: string | undefined): Sent {
  return reason === undefined
    ? accepted
    : { kind: 'rejected', error: { ...buildFailure('unreadable'), detail: reason } }
}

function toOutcome(error: unknown): Sent {
  if (error === undefined) return accepted
  const failure = readError(error)
  return isRejection(failure) ? { kind: 'rejected', error: failure } : { kind: 'unanswered', error: failure }
}

/** Converts any failure to an `ApiError`. */
const readError = (error: unknown): ApiError => asApiError(error ?? {}) ?? buildFailure('unreadable')

/** Whether the server rejected the change. After an outage or an ended session the change stays pending instead. */
function isRejection({ kind, status }: ApiError): boolean {
  return kind === 'rejected' && status !== null && status < 500 && status !== 401
}

interface SenderParts {
  readonly outbox: Outbox
  readonly dispatch: SessionDispatch
  readonly runExclusively: RunExclusively
  readonly newKey: () => string
  /** User id, used in lock names that all tabs share. */
  readonly owner: string
  /** Called when the server has stored a change. */
  readonly onAccepted: () => void
}

interface SyncResult {
  /** How many of this browser's anonymous positions are now on the server. */
  readonly found: number
  /** Whether some changes could not be sent because the server was unreachable. */
  readonly isUnreachable: boolean
}

export interface ChangeSender {
  /** Displays a change, stores it and sends it; resolves to the outcome. */
  readonly save: (change: NewChange) => Promise<SaveOutcome>
  /** Sends all pending changes. Only one tab at a time does so. */
  readonly sync: () => Promise<SyncResult>
}

export function createChangeSender(parts: SenderParts): ChangeSender {
  const { outbox, dispatch, runExclusively, newKey, owner, onAccepted } = parts

  /**
   * Sends a position's change under a cross-tab lock. Returns null if another tab already sent it or it was rejected.
   */
  const push = (id: string) =>
    runExclusively(`portfolio.${owner}.${id}`, async (): Promise<Sent | null> => {
      const change = outbox.find(id)
      if (change === null || change.refusal !== null) return null
      outbox.markSending(id, true)
      const sent = await sendChange(dispatch, change)
      if (sent.kind === 'accepted') outbox.markAccepted(change)
      outbox.markSending(id, false)
      return sent
    })

  async function save(next: NewChange): Promise<SaveOutcome> {
    const { id } = next.position
    const earlier = outbox.find(id)
    // Store the change before sending it, so closing the page does not lose it.
    const isStored = outbox.keep(mergeChange(earlier, next))
    const sent = await push(id)
    if (sent === null || sent.kind === 'accepted') {
      onAccepted()
      return { kind: 'saved' }
    }
    const { kind, error } = sent
    // The position no longer exists: refetch the list, which still shows it.
    if (error.status === 404) onAccepted()
    if (kind === 'unanswered' && isStored) return { kind: 'unsynced' }
    if (earlier === null) outbox.forget(id)
    else outbox.keep(earlier)
    if (kind === 'unanswered')
      return { kind: 'failed', detail: 'Cannot reach the server, and this browser could not save your change either' }
    const detail = describeFailure(error) ?? commonWords.unknownError
    return { kind, detail, fields: error.fields, ...(error.code === EQUAL_TERMS && { isQuestion: true }) }
  }

  /**
   * Whether a change can't go in a batch: an edit, a removal, or an addition whose terms may differ from the server's.
   */
  const needsOwnRequest = ({ kind, edited }: PendingChange) => kind !== 'add' || edited

  /** Stores the rejection, unless the change was edited after it was sent. */
  function storeRejection(change: PendingChange, error: ApiError): void {
    const refusal = describeFailure(error) ?? 'The server rejected it'
    if (outbox.find(change.position.id)?.key === change.key) outbox.keep({ ...change, refusal })
  }

  async function syncBatches(changes: readonly PendingChange[]): Promise<SyncResult> {
    const outcomeOf = await sendBatches(dispatch, changes, newKey)
    const acceptedChanges = changes.filter((change) => outcomeOf(change)?.kind === 'accepted')
    for (const change of acceptedChanges) outbox.markAccepted(change)
    for (const change of changes) {
      const sent = outcomeOf(change)
      if (sent?.kind === 'rejected') storeRejection(change, sent.error)
    }
    return {
      found: acceptedChanges.filter(({ found }) => found).length,
      isUnreachable: changes.some((change) => outcomeOf(change)?.kind === 'unanswered'),
    }
  }

  /** Returns whether the server responded. */
  async function syncSingle(change: PendingChange): Promise<boolean> {
    const sent = await push(change.position.id)
    if (sent?.kind !== 'rejected') return sent?.kind !== 'unanswered'
    storeRejection(change, sent.error)
    return true
  }

  async function sync(): Promise<SyncResult> {
    outbox.reload()
    const { changes, sending } = outbox.read()
    const waiting = changes.filter(({ position, refusal }) => refusal === null && !sending.has(position.id))
    if (waiting.length === 0) return { found: 0, isUnreachable: false }
    const together = waiting.filter((change) => !needsOwnRequest(change))
    const first = together.length > 0 ? await syncBatches(together) : { found: 0, isUnreachable: false }
    let isUnreachable = first.isUnreachable
    for (const change of waiting.filter(needsOwnRequest)) {
      if (isUnreachable) break
      isUnreachable = !(await syncSingle(change))
    }
    onAccepted()
    return { found: first.found, isUnreachable }
  }

  return { save, sync: () => runExclusively(`portfolio.${owner}`, sync) }
}
