import { type ApiError, describeFailure } from '../../../api/api-error.ts'
import type { SessionDispatch } from '../../../api/session-hooks.ts'
import type { RunExclusively } from '../../../api/token-source.ts'
import { commonWords } from '../../../shared/common-words.ts'
import type { Outbox } from './outbox.ts'
import { followChange, type NewChange, type PendingChange } from './pending-change.ts'
import type { SaveOutcome } from './position.ts'
import { type Sent, sendChange, sendTogether } from './send-change.ts'
import { syncWords } from './sync-words.ts'

export interface SenderParts {
  readonly outbox: Outbox
  readonly dispatch: SessionDispatch
  readonly runExclusively: RunExclusively
  readonly newKey: () => string
  /** Names the reader in locks that all tabs share. */
  readonly owner: string
  /** The server has something new. */
  readonly onTaken: () => void
}

export interface SyncResult {
  /** Of the positions found in this browser without an owner, those that are with the server now. */
  readonly found: number
  /** Whether the server could not be reached for some. */
  readonly isCutOff: boolean
}

export interface ChangeSender {
  /** Shows a change, stores it, sends it and says what became of it. */
  readonly save: (change: NewChange) => Promise<SaveOutcome>
  /** Sends everything that waits; one tab at a time does. */
  readonly sync: () => Promise<SyncResult>
}

export function createChangeSender(parts: SenderParts): ChangeSender {
  const { outbox, dispatch, runExclusively, newKey, owner, onTaken } = parts

  /** One change of a position is on its way at a time, in all tabs; null: somebody else has sent it meanwhile. */
  const push = (id: string) =>
    runExclusively(`portfolio.${owner}.${id}`, async (): Promise<Sent | null> => {
      const change = outbox.find(id)
      if (change === null || change.refusal !== null) return null
      outbox.markSending(id, true)
      const sent = await sendChange(dispatch, change)
      if (sent.kind === 'taken') outbox.settle(change)
      outbox.markSending(id, false)
      return sent
    })

  async function save(next: NewChange): Promise<SaveOutcome> {
    const { id } = next.position
    const earlier = outbox.find(id)
    // Stored before it is sent: a page that closes on the way has lost nothing.
    const isKept = outbox.keep(followChange(earlier, next))
    const sent = await push(id)
    if (sent === null || sent.kind === 'taken') {
      onTaken()
      return { kind: 'saved' }
    }
    const { kind, error } = sent
    // The list in view still has what is gone.
    if (error.status === 404) onTaken()
    if (kind === 'unanswered' && isKept) return { kind: 'unsynced' }
    if (earlier === null) outbox.forget(id)
    else outbox.keep(earlier)
    if (kind === 'unanswered') return { kind: 'failed', detail: syncWords.notKept }
    return { kind, detail: describeFailure(error) ?? commonWords.unknownError, fields: error.fields }
  }

  /** What has to be sent on its own: its place among the others, or its terms, may differ from what the server has. */
  const isSingle = ({ kind, edited }: PendingChange) => kind !== 'add' || edited

  /** What was written after it was sent stays. */
  function keepRefusal(change: PendingChange, error: ApiError): void {
    const refusal = describeFailure(error) ?? syncWords.notTaken
    if (outbox.find(change.position.id)?.key === change.key) outbox.keep({ ...change, refusal })
  }

  async function syncTogether(changes: readonly PendingChange[]): Promise<SyncResult> {
    const outcomeOf = await sendTogether(dispatch, changes, newKey)
    const settled = changes.filter((change) => outcomeOf(change)?.kind === 'taken')
    for (const change of settled) outbox.settle(change)
    for (const change of changes) {
      const sent = outcomeOf(change)
      if (sent?.kind === 'refused') keepRefusal(change, sent.error)
    }
    return {
      found: settled.filter(({ found }) => found).length,
      isCutOff: changes.some((change) => outcomeOf(change)?.kind === 'unanswered'),
    }
  }

  /** Whether the server answered. */
  async function syncSingle(change: PendingChange): Promise<boolean> {
    const sent = await push(change.position.id)
    if (sent?.kind !== 'refused') return sent?.kind !== 'unanswered'
    keepRefusal(change, sent.error)
    return true
  }

  async function sync(): Promise<SyncResult> {
    outbox.reload()
    const { changes, sending } = outbox.read()
    const waiting = changes.filter(({ position, refusal }) => refusal === null && !sending.has(position.id))
    if (waiting.length === 0) return { found: 0, isCutOff: false }
    const together = waiting.filter((change) => !isSingle(change))
    const first = together.length > 0 ? await syncTogether(together) : { found: 0, isCutOff: false }
    let isCutOff = first.isCutOff
    for (const change of waiting.filter(isSingle)) {
      if (isCutOff) break
      isCutOff = !(await syncSingle(change))
    }
    onTaken()
    return { found: first.found, isCutOff }
  }

  return { save, sync: () => runExclusively(`portfolio.${owner}`, sync) }
}
