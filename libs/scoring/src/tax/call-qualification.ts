import type { ChainState } from '../lifecycle/chain-state.ts'
import type { Replayed } from '../lifecycle/replay.ts'
import { below } from '../thresholds.ts'
import { findApplicablePrice, judgeQualifiedCoveredCall } from './qualified-covered-call.ts'
import { type ContractWalk, restateContracts, type Writing, writeContracts } from './tax-contracts.ts'

/** Prices of a stock around the day on which a call was written, in the terms of that day; null if unknown. */
export interface GrantPrices {
  /** Close of the session before. */
  readonly priorClose: number | null
  readonly open: number | null
  /** Strikes listed for the expiration on that day; empty if unknown. */
  readonly listedStrikes: readonly number[]
}

/** Whether a call is a qualified covered call, as the rule reads (L52). Not tax advice. */
export interface CallQualification {
  /** Null if it depends on an unknown figure. */
  readonly qualified: boolean | null
  /** One sentence that starts with the verdict: Qualified, Not qualified or Unknown. */
  readonly reason: string
}

export interface CallVerdict extends CallQualification {
  readonly isInTheMoney: boolean | null
}

/** A call written, or to be written, on `day`. */
type WrittenCall = Pick<Writing, 'strike' | 'day' | 'expiration' | 'grant'>

export function judgeWriting({ strike, day, expiration, grant }: WrittenCall, known: GrantPrices): CallVerdict {
  // A ledger of an earlier release may have such a call.
  if (expiration < day) {
    return { qualified: null, isInTheMoney: null, reason: 'Unknown: the call expires before the day it was written.' }
  }
  const call = { strike, grantDate: day, expiration, ...mergePrices(grant, known) }
  const { qualified, reason } = judgeQualifiedCoveredCall(call)
  const price = findApplicablePrice(call, 1)
  if (price === null) return { qualified, reason, isInTheMoney: null }
  const isInTheMoney = below(strike, price.usd)
  // An unknown open can only raise the price.
  return { qualified, reason, isInTheMoney: isInTheMoney || price.openKnown ? isInTheMoney : null }
}

/** Facts stored on the day come first; a price that was unknown then may be known since. */
function mergePrices(stored: GrantPrices | null, known: GrantPrices): GrantPrices {
  if (stored === null) return known
  const { priorClose, open, listedStrikes } = stored
  return { priorClose: priorClose ?? known.priorClose, open: open ?? known.open, listedStrikes }
}

/** The verdict on contracts written on several days: one that does not qualify decides, and then one that is unknown. */
export function pickDecisive<V extends CallQualification>(verdicts: readonly V[]): V | undefined {
  return (
    verdicts.find(({ qualified }) => qualified === false) ??
    verdicts.find(({ qualified }) => qualified === null) ??
    verdicts[0]
  )
}

/** Contracts that the calls of chains wrote, by call: one entry for each day. */
export function listWritings(
  { results }: Pick<Replayed, 'results'>,
  chains: readonly Pick<ChainState, 'chainId'>[],
): ReadonlyMap<string, readonly Writing[]> {
  const wanted = new Set(chains.map(({ chainId }) => chainId))
  const walk: ContractWalk = { writings: new Map(), queues: new Map(), endings: [] }
  for (const result of results) {
    if (!wanted.has(result.chainId)) continue
    if (result.event.kind === 'adjust') restateContracts(walk, result.event)
    writeContracts(walk, result.chainId, result)
  }
  return Map.groupBy([...walk.writings.values()].flat(), ({ positionId }) => positionId)
}

/** Whether the prices of the day were not stored when contracts were written. */
export const isUnpriced = ({ grant }: Pick<Writing, 'grant'>): boolean =>
  grant === null || grant.priorClose === null || grant.open === null
