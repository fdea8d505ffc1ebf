import { MAX_MIGRATED } from '@callwright/contracts/portfolio-limits'
import { type ApiError, asApiError, buildFailure } from '../../../api/api-error.ts'
import { portfolioApi } from '../../../api/portfolio-endpoints.ts'
import { writePosition } from '../../../api/position.ts'
import type { SessionDispatch } from '../../../api/session-hooks.ts'
import type { PendingChange } from './pending-change.ts'

export type Sent =
  | { readonly kind: 'accepted' }
  /** The server rejected the change: a retry would get the same response. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** The outcome is unknown, so the change has to be sent again. */
  | { readonly kind: 'unanswered'; readonly error: ApiError }

const { addPosition, updatePosition, removePosition, migratePositions } = portfolioApi.endpoints
const untracked = { track: false } as const
/** The server's error code when the id already exists with other terms. */
const OTHER_CONTENT = 'other_content'
const accepted: Sent = { kind: 'accepted' }

/** Sends one change, without retries. */
export async function sendChange(dispatch: SessionDispatch, change: PendingChange): Promise<Sent> {
  const { kind, position, key: idempotencyKey, edited } = change
  const { id } = position
  if (kind === 'remove') {
    const { error } = await dispatch(removePosition.initiate({ id, idempotencyKey }, untracked))
    // The position was already deleted, so treat a 404 as success.
    return asApiError(error)?.status === 404 ? accepted : toOutcome(error)
  }
  if (kind === 'add') {
    const { error } = await dispatch(addPosition.initiate({ position, idempotencyKey }, untracked))
    // The server stored the addition before it was edited here: send the new terms as an update.
    if (asApiError(error)?.code !== OTHER_CONTENT || !edited) return toOutcome(error)
  }
  const update = { id, terms: position, idempotencyKey: `${idempotencyKey}-terms` }
  const { error } = await dispatch(updatePosition.initiate(update, untracked))
  return toOutcome(error)
}

/** Looks up the outcome of an addition in a batch; `undefined` if it was not sent. */
export type BatchOutcome = (change: PendingChange) => Sent | undefined

/** Sends additions in batches; stops at the first failed batch. */
export async function sendBatches(
  dispatch: SessionDispatch,
  changes: readonly PendingChange[],
  newKey: () => string,
): Promise<BatchOutcome> {
  const outcomes = new Map<PendingChange, Sent>()
  for (let from = 0; from < changes.length; from += MAX_MIGRATED) {
    const batch = changes.slice(from, from + MAX_MIGRATED)
    const migrated = { rows: batch.map(({ position }) => writePosition(position)), idempotencyKey: newKey() }
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
  return reason === undefined ? accepted : { kind: 'refused', error: { ...buildFailure('unreadable'), detail: reason } }
}

function toOutcome(error: unknown): Sent {
  if (error === undefined) return accepted
  const failure = readError(error)
  return isRefusal(failure) ? { kind: 'refused', error: failure } : { kind: 'unanswered', error: failure }
}

/** Converts any failure to an `ApiError`. */
const readError = (error: unknown): ApiError => asApiError(error ?? {}) ?? buildFailure('unreadable')

/** Whether the server rejected the change. After an outage or an ended session the change stays pending instead. */
function isRefusal({ kind, status }: ApiError): boolean {
  return kind === 'refused' && status !== null && status < 500 && status !== 401
}
