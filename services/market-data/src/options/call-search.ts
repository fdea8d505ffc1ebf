import { setImmediate } from 'node:timers/promises'
import {
  ALL_EXPIRATIONS_CRITERIA,
  type CallJudgement,
  type Candidate,
  type CandidateCriteria,
  judgeCalls,
  mergeJudgements,
  type PassingCall,
  rankCalls,
  resolveCriteria,
} from '@callwright/scoring'
import type { ChainFilter, MarketData, Missing } from '../providers/provider.ts'
import { mergeMissing } from '../stamps.ts'
import { type ChainReading, readChain, valueByExpiration } from './chain-reading.ts'
import type { ExpirationList, ListedExpiration } from './expirations.ts'

/** The calls of some expirations that fit, in the order of merit, and how the others fell out. */
export interface CallSearch extends Omit<CallJudgement, 'passing'> {
  readonly criteria: CandidateCriteria
  readonly calls: readonly PassingCall[]
  readonly reading: ChainReading
  readonly missing: readonly Missing[]
}

/** Searches the calls of the given expirations, each valued at the rate of its own term, for those that fit (D21, D22). */
export async function searchCalls(
  market: MarketData,
  listing: ExpirationList,
  expirations: readonly ListedExpiration[],
  wishes: Partial<CandidateCriteria>,
): Promise<CallSearch> {
  const criteria = resolveCriteria(ALL_EXPIRATIONS_CRITERIA, wishes)
  const reading = await readChain(market, listing, narrow(listing, expirations))
  const { events } = reading
  const { values, missing } = await valueByExpiration(market, reading, (rows, { dividends: _known, ...terms }) =>
    judgeCalls({ rows, market: terms, events, ivRank: null }, criteria),
  )
  const { passing, judged, rejected } = mergeJudgements(values)
  const isUnpriced = reading.priceUsd === null
  return {
    ...{ criteria, reading, calls: rankCalls(passing, criteria), judged, rejected },
    missing: mergeMissing(
      reading.missing,
      missing,
      isUnpriced ? [] : explainNone(listing, { passing, judged, rejected }),
    ),
  }
}

/** All figures of one call that is shown; others have their turn before the next. */
export async function describeCall({ describe }: PassingCall): Promise<Candidate> {
  const candidate = describe()
  await setImmediate()
  return candidate
}

/** No more of the chain than the calls of these expirations; null where there are none. */
function narrow({ expirations: listed }: ExpirationList, chosen: readonly ListedExpiration[]): ChainFilter | null {
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (first === undefined || last === undefined) return null
  if (chosen.length === listed.length) return { type: 'call' }
  if (chosen.length === 1) return { type: 'call', expiration: first.date }
  return { type: 'call', minDays: first.days, maxDays: last.days }
}

function explainNone(listing: ExpirationList, { passing, judged, rejected }: CallJudgement): readonly Missing[] {
  if (passing.length > 0 || listing.expirations.length === 0) return []
  if (judged === 0) return [{ field: 'candidates', reason: 'No calls are listed for the days asked for' }]
  const counts = Object.entries(rejected).sort(([, a], [, b]) => b - a)
  const words = counts.map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
  return [{ field: 'candidates', reason: `None of ${judged} calls fits: ${words.join(', ')}` }]
}
