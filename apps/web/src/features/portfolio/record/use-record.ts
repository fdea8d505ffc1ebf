import { type ApiError, asApiError, describeFailure } from '../../../api/http.ts'
import { type CallEventBody, type ChainEventBody, type LedgerEvent, lifecycleApi } from '../../../api/lifecycle.ts'
import { type SessionDispatch, useSessionDispatch } from '../../../api/session.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { notify, notifyUndo } from '../../../shared/notifications.tsx'
import { newId } from '../data/pending-change.ts'

/** The ledger that an event belongs to: that of one call, or that of a chain's shares. */
export type EventTarget = { readonly positionId: string } | { readonly chainId: string }

export type EventBody = Omit<CallEventBody, 'event_id'> | Omit<ChainEventBody, 'event_id'>

export type RecordOutcome =
  | { readonly kind: 'recorded'; readonly event: LedgerEvent }
  | {
      readonly kind: 'failed'
      readonly detail: string
      readonly code: string | null
      readonly fields: ApiError['fields']
    }

const { recordCallEvent, recordChainEvent } = lifecycleApi.endpoints
const untracked = { track: false } as const

/** Records events on the server, and offers to undo them. */
export function useRecorder() {
  const dispatch = useSessionDispatch()
  return {
    record: (target: EventTarget, body: EventBody, eventId: string) => send(dispatch, target, body, eventId),
    /** Says what was recorded, with Undo. `byKey`: the notice takes the focus. */
    announce: (events: readonly LedgerEvent[], returnFocus?: () => void) => announce(dispatch, events, returnFocus),
    void: (event: LedgerEvent) => voidEvents(dispatch, [event]),
  }
}

async function send(
  dispatch: SessionDispatch,
  target: EventTarget,
  body: EventBody,
  eventId: string,
): Promise<RecordOutcome> {
  const whole = { ...body, event_id: eventId }
  const { data, error } =
    'positionId' in target
      ? await dispatch(
          recordCallEvent.initiate({ positionId: target.positionId, body: whole as CallEventBody }, untracked),
        )
      : await dispatch(recordChainEvent.initiate({ chainId: target.chainId, body: whole as ChainEventBody }, untracked))
  if (data !== undefined) return { kind: 'recorded', event: data }
  return describeError(asApiError(error ?? {}))
}

/** An event is never stored on the device (L14), so an unreachable server means that nothing is kept. */
function describeError(failure: ApiError | null): RecordOutcome & { readonly kind: 'failed' } {
  const isAnswered = failure?.kind === 'rejected'
  const why = toSentence(describeFailure(failure) ?? 'No response')
  return {
    kind: 'failed',
    detail: isAnswered ? why : `${why} Recording needs a connection. Try again: an event is recorded only once.`,
    code: failure?.code ?? null,
    fields: failure?.fields ?? [],
  }
}

function announce(dispatch: SessionDispatch, events: readonly LedgerEvent[], returnFocus?: () => void): void {
  const [first, ...others] = events
  if (first === undefined) return
  const only = first.kind === 'note' ? 'Note recorded.' : toSentence(first.sentence)
  const message = others.length === 0 ? only : `Recorded ${events.length} events.`
  notifyUndo({ message, undo: () => voidEvents(dispatch, events), ...(returnFocus && { returnFocus }) })
}

/** Voids events, the last one first, and says whether that worked. */
async function voidEvents(dispatch: SessionDispatch, events: readonly LedgerEvent[]): Promise<void> {
  for (const event of events.toReversed()) {
    const target = event.positionId === null ? { chainId: event.chainId } : { positionId: event.positionId }
    const outcome = await send(dispatch, target, { kind: 'void', voids: event.eventId }, newId(Date.now()))
    if (outcome.kind === 'failed') return notify(`Could not undo this: ${outcome.detail}`, { stays: true })
  }
  notify(events.length === 1 ? 'Undone. The ledger shows the event as void.' : 'Undone. The ledger shows them as void.')
}
