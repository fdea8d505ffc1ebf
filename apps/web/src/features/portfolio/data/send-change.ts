import { MAX_MIGRATED } from '@callwright/contracts/portfolio-limits'
import { type ApiError, asApiError, buildFailure } from '../../../api/api-error.ts'
import { portfolioApi } from '../../../api/portfolio-endpoints.ts'
import { writePosition } from '../../../api/position.ts'
import type { SessionDispatch } from '../../../api/session-hooks.ts'
import type { PendingChange } from './pending-change.ts'

export type Sent =
  | { readonly kind: 'taken' }
  /** It will be answered the same, whenever it is sent. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** Nobody could say what became of it: it is to be sent again. */
  | { readonly kind: 'unanswered'; readonly error: ApiError }

const { addPosition, updatePosition, removePosition, migratePositions } = portfolioApi.endpoints
const untracked = { track: false } as const
/** The server's word for an id it has with other terms. */
const OTHER_CONTENT = 'other_content'
const taken: Sent = { kind: 'taken' }

/** Sends one change once. */
export async function sendChange(dispatch: SessionDispatch, change: PendingChange): Promise<Sent> {
  const { kind, position, key: idempotencyKey, edited } = change
  const { id } = position
  if (kind === 'remove') {
    const { error } = await dispatch(removePosition.initiate({ id, idempotencyKey }, untracked))
    // Gone is what was wanted.
    return asApiError(error)?.status === 404 ? taken : judge(error)
  }
  if (kind === 'add') {
    const { error } = await dispatch(addPosition.initiate({ position, idempotencyKey }, untracked))
    // The server took it before it was edited here.
    if (asApiError(error)?.code !== OTHER_CONTENT || !edited) return judge(error)
  }
  const update = { id, terms: position, idempotencyKey: `${idempotencyKey}-terms` }
  const { error } = await dispatch(updatePosition.initiate(update, untracked))
  return judge(error)
}

/** What became of additions sent together; `undefined` for those that came into no answer. */
export type SentTogether = (change: PendingChange) => Sent | undefined

/** Sends additions many at a time, until one lot is not taken. */
export async function sendTogether(
  dispatch: SessionDispatch,
  changes: readonly PendingChange[],
  newKey: () => string,
): Promise<SentTogether> {
  const outcomes = new Map<PendingChange, Sent>()
  for (let from = 0; from < changes.length; from += MAX_MIGRATED) {
    const lot = changes.slice(from, from + MAX_MIGRATED)
    const migrated = { rows: lot.map(({ position }) => writePosition(position)), idempotencyKey: newKey() }
    const { data, error } = await dispatch(migratePositions.initiate(migrated, untracked))
    if (data === undefined) {
      const failed: Sent = { kind: 'unanswered', error: readError(error) }
      for (const change of lot) outcomes.set(change, failed)
      break
    }
    const reasons = new Map(data.skipped.map(({ index, reason }) => [index, reason]))
    for (const [index, change] of lot.entries()) outcomes.set(change, judgeRow(reasons.get(index)))
  }
  return (change) => outcomes.get(change)
}

function judgeRow(reason: string | undefined): Sent {
  return reason === undefined ? taken : { kind: 'refused', error: { ...buildFailure('unreadable'), detail: reason } }
}

function judge(error: unknown): Sent {
  if (error === undefined) return taken
  const failure = readError(error)
  return isRefusal(failure) ? { kind: 'refused', error: failure } : { kind: 'unanswered', error: failure }
}

/** A failure in whatever shape it came. */
const readError = (error: unknown): ApiError => asApiError(error ?? {}) ?? buildFailure('unreadable')

/** The server's own no; an outage, and the end of the session, leave the change as it is. */
function isRefusal({ kind, status }: ApiError): boolean {
  return kind === 'refused' && status !== null && status < 500 && status !== 401
}
