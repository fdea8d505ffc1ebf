import { type ApiError, describeFailure } from '../../../api/api-error.ts'
import type { SessionDispatch } from '../../../api/session-hooks.ts'
import type { RunExclusively } from '../../../api/token-source.ts'
import { commonWords } from '../../../shared/common-words.ts'
import type { Outbox } from './outbox.ts'
import { mergeChange, type NewChange, type PendingChange } from './pending-change.ts'
import type { SaveOutcome } from './position.ts'
import { type Sent, sendBatches, sendChange } from './send-change.ts'
import { syncWords } from './sync-words.ts'

export interface SenderParts {
  readonly outbox: Outbox
  readonly dispatch: SessionDispatch
  readonly runExclusively: RunExclusively
  readonly newKey: () => string
  /** User id, used in lock names that all tabs share. */
  readonly owner: string
  /** Called when the server has stored a change. */
  readonly onAccepted: () => void
}

export interface SyncResult {
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
      if (sent.kind === 'accepted') outbox.settle(change)
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
    if (kind === 'unanswered') return { kind: 'failed', detail: syncWords.notKept }
    return { kind, detail: describeFailure(error) ?? commonWords.unknownError, fields: error.fields }
  }

  /**
   * Whether a change can't go in a batch: an edit, a removal, or an addition whose terms may differ from the server's.
   */
  const needsOwnRequest = ({ kind, edited }: PendingChange) => kind !== 'add' || edited

  /** Stores the rejection, unless the change was edited after it was sent. */
  function storeRejection(change: PendingChange, error: ApiError): void {
    const refusal = describeFailure(error) ?? syncWords.notTaken
    if (outbox.find(change.position.id)?.key === change.key) outbox.keep({ ...change, refusal })
  }

  async function syncBatches(changes: readonly PendingChange[]): Promise<SyncResult> {
    const outcomeOf = await sendBatches(dispatch, changes, newKey)
    const settled = changes.filter((change) => outcomeOf(change)?.kind === 'accepted')
    for (const change of settled) outbox.settle(change)
    for (const change of changes) {
      const sent = outcomeOf(change)
      if (sent?.kind === 'refused') storeRejection(change, sent.error)
    }
    return {
      found: settled.filter(({ found }) => found).length,
      isUnreachable: changes.some((change) => outcomeOf(change)?.kind === 'unanswered'),
    }
  }

  /** Returns whether the server responded. */
  async function syncSingle(change: PendingChange): Promise<boolean> {
    const sent = await push(change.position.id)
    if (sent?.kind !== 'refused') return sent?.kind !== 'unanswered'
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
