import { MAX_CONTRACTS, MAX_FEES_USD, MAX_SHARES } from '@callwright/contracts'
import {
  type ChainState,
  countOpen,
  LedgerRefusal,
  listOpenCalls,
  type Replayed,
  sharesHeld,
  toShareCount,
  toUsd,
} from '@callwright/scoring'
import type { Ledger } from '../ledger/ledger-book.ts'
import { toRecord } from '../ledger/ledger-rows.ts'
import { replayStorable } from '../ledger/replay-storable.ts'
import { createBreathing } from './breathe.ts'
import type { PlannedEvent } from './planning.ts'

export interface TriedPlan {
  readonly accepted: readonly PlannedEvent[]
  readonly refused: readonly { readonly event: PlannedEvent; readonly reason: string }[]
  /** Replays of the chains that the accepted events change, by chain. */
  readonly replays: ReadonlyMap<string, Replayed>
}

/** Refusals of one chain after which the rest of its events are refused too. */
const MAX_REFUSALS = 100

/**
 * Replays each chain with the planned events. An event that the ledger refuses is left out with the reason, and the rest
 * tried again, so that everything sound gets in.
 */
export async function tryPlan({ events, replayed }: Ledger, planned: readonly PlannedEvent[]): Promise<TriedPlan> {
  const home = (id: string) => replayed.ledger.joinedTo.get(id) ?? id
  const stored = Map.groupBy(events, ({ chainId }) => home(chainId))
  const last = events.at(-1)?.record.sequence ?? 0
  /** Accepted events, by the event as planned. */
  const sound = new Map<PlannedEvent, PlannedEvent>()
  const refused: TriedPlan['refused'][number][] = []
  const replays = new Map<string, Replayed>()
  const breathe = createBreathing()
  const fitting = planned.filter((event) => {
    const reason = findExcess(event)
    if (reason !== null) refused.push({ event, reason })
    return reason === null
  })
  for (const [chainId, own] of Map.groupBy(fitting, ({ draft }) => home(draft.chainId))) {
    const before = (stored.get(chainId) ?? []).map(({ record }) => record)
    let left = own
    for (let refusals = 0; left.length > 0; refusals += 1) {
      const records = left.map(({ draft }, index) => toRecord(draft, last + 1 + index))
      try {
        replays.set(chainId, replayStorable([...before, ...records]))
        break
      } catch (error) {
        if (!(error instanceof LedgerRefusal)) throw error
        const culprit = left.find(({ draft }) => draft.eventId === error.event.eventId)
        const gone = new Set(culprit === undefined || refusals >= MAX_REFUSALS ? left : [culprit])
        for (const event of gone) refused.push({ event, reason: error.message })
        left = left.filter((event) => !gone.has(event))
        await breathe()
      }
    }
    const calls = replays.get(chainId)?.calls
    for (const event of left) sound.set(event, isAboutMissingCall(event, calls) ? withoutCall(event) : event)
    await breathe()
  }
  return { accepted: planned.flatMap((event) => sound.get(event) ?? []), refused, replays }
}

const counted = new Intl.NumberFormat('en-US')

/** Why an event is more than one event can be, for example because many fills are one; null if it is not. */
function findExcess({ contracts, draft: { feesUsd, body } }: PlannedEvent): string | null {
  const shares = typeof body.shares === 'number' ? body.shares : 0
  if ((contracts ?? 0) > MAX_CONTRACTS) return `One event has at most ${counted.format(MAX_CONTRACTS)} contracts.`
  if (shares > MAX_SHARES) return `One event has at most ${counted.format(MAX_SHARES)} shares.`
  return feesUsd > MAX_FEES_USD ? `The fees of one event are at most $${counted.format(MAX_FEES_USD)}.` : null
}

/** Whether a remark names a call that the chain does not have, because the call was deleted or refused. */
const isAboutMissingCall = ({ draft }: PlannedEvent, calls: ReadonlyMap<string, unknown> | undefined): boolean =>
  (draft.kind === 'note' || draft.kind === 'dismiss') &&
  draft.positionId !== null &&
  calls?.has(draft.positionId) !== true

const withoutCall = (event: PlannedEvent): PlannedEvent => ({ ...event, draft: { ...event.draft, positionId: null } })

export function describeChain(chain: ChainState) {
  return {
    shares: toShareCount(sharesHeld(chain)),
    open_contracts: listOpenCalls(chain).reduce((sum, call) => sum + countOpen(call), 0),
    cost_usd: toUsd(chain.lots.reduce((sum, { cost }) => sum + cost, 0)),
    net_premium_usd: toUsd(chain.premiumReceived - chain.paidToClose - chain.optionFees),
    realized_usd: toUsd(chain.realizedOptions + chain.realizedStock + chain.dividends),
  }
}
