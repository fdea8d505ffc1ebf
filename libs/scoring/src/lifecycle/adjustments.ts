import type { IsoDate } from '../calendar/iso-date.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { lowersStrikes } from '../dividends/dividend-kind.ts'
import type { AnnouncedDividend } from '../position/events.ts'
import type { ShareChange } from '../position/position.ts'
import { describeShareChanges, findUncountedChanges } from '../position/share-changes.ts'
import { usDate } from '../wording.ts'
import { type CallState, type ChainState, countOpen, countShares, listOpenCalls, sharesHeld } from './chain-state.ts'
import type { AdjustEvent, AdjustedTerms } from './ledger-event.ts'
import { toShareCount, toUsd } from './ledger-money.ts'

/** An adjustment that can be recorded as it is. */
export type ProposedAdjustment = Pick<AdjustEvent, 'kind' | 'action' | 'occurredOn' | 'ratio' | 'calls'>

const LARGEST_PART = 100
const RATIO_TOLERANCE = 1e-6

/** A ratio as whole numbers of new and old shares; null if there are none up to 100. */
export function readRatio(ratio: number): { readonly new: number; readonly old: number } | null {
  for (let old = 1; old <= LARGEST_PART; old += 1) {
    const shares = Math.round(ratio * old)
    if (shares > 0 && Math.abs(ratio * old - shares) < RATIO_TOLERANCE * old) return { new: shares, old }
  }
  return null
}

const toCents = (price: number): number => Math.round(price * 100) / 100

/**
 * New terms of a call after a split (LIFECYCLE 5). Whole ratio: more contracts of 100 shares at a lower strike. Other
 * ratio up: the same contracts, each for more shares. Reverse split: contracts and strike stay, each for fewer shares.
 * The broker's terms win over these.
 */
export function splitCall(
  call: Pick<CallState, 'positionId' | 'fills' | 'strike' | 'multiplier' | 'deliverable' | 'deliverableCash'>,
  ratio: { readonly new: number; readonly old: number },
): AdjustedTerms {
  const times = ratio.new / ratio.old
  const base = {
    positionId: call.positionId,
    contracts: countOpen(call),
    deliverableCashUsd: toUsd(call.deliverableCash),
  }
  const { multiplier, strike } = call
  const deliverableShares = toShareCount(call.deliverable)
  if (times < 1) return { ...base, strike, multiplier, deliverableShares: deliverableShares * times }
  if (Number.isInteger(times)) {
    return {
      ...base,
      contracts: base.contracts * times,
      strike: toCents(strike / times),
      multiplier,
      deliverableShares,
    }
  }
  return {
    ...base,
    strike: toCents(strike / times),
    multiplier: multiplier * times,
    deliverableShares: deliverableShares * times,
  }
}

/** Restates a chain for a split: all lots, and the calls that were open on its date. Null if the ratio is no fraction. */
export function proposeSplit(chain: ChainState, split: ShareChange): ProposedAdjustment | null {
  const ratio = readRatio(split.ratio)
  if (ratio === null) return null
  const calls = listOpenCalls(chain).filter(({ openedOn }) => openedOn < split.date)
  return {
    kind: 'adjust',
    action: 'split',
    occurredOn: split.date,
    ratio,
    calls: calls.map((call) => splitCall(call, ratio)),
  }
}

/** Lowers the strikes of the calls that were open on the ex-date by a special dividend, dollars per share. */
export function proposeLowerStrikes(chain: ChainState, exDate: IsoDate, amount: number): ProposedAdjustment | null {
  const calls = listOpenCalls(chain).filter(({ openedOn, strike }) => openedOn < exDate && strike > amount)
  if (calls.length === 0) return null
  return {
    kind: 'adjust',
    action: 'special_dividend',
    occurredOn: exDate,
    ratio: null,
    calls: calls.map((call) => ({
      positionId: call.positionId,
      contracts: countOpen(call),
      strike: toCents(call.strike - amount),
      multiplier: call.multiplier,
      deliverableShares: toShareCount(call.deliverable),
      deliverableCashUsd: toUsd(call.deliverableCash),
    })),
  }
}

/**
 * Ex-date of the first special dividend that lowered the strike of a call and that its terms do not reflect yet; null
 * without one (LIFECYCLE 5). `isSettled` says whether the user has decided on an ex-date. Verified in
 * `suggestions.test.ts`.
 */
export function findLoweredStrike(
  { openedOn, expiration, strike }: Pick<CallState, 'openedOn' | 'expiration' | 'strike'>,
  dividends: readonly AnnouncedDividend[],
  { today, isSettled }: { readonly today: IsoDate; readonly isSettled: (exDate: IsoDate) => boolean },
): IsoDate | null {
  const found = dividends.find((dividend) => {
    const { exDate, cash } = dividend
    const isInLife = exDate > openedOn && exDate <= today && exDate <= expiration
    return isInLife && lowersStrikes(dividend) && cash !== null && strike > cash && !isSettled(exDate)
  })
  return found?.exDate ?? null
}

/** Id of the suggestion to lower the strikes of a chain for a special dividend. */
export const strikeSuggestionId = (chainId: string, exDate: IsoDate): string => `special:${chainId}:${exDate}`

export interface PendingChanges {
  readonly changes: readonly ShareChange[]
  /** False if the close of an entry day is unknown, so that only the user knows which terms were entered. */
  readonly isCertain: boolean
}

/**
 * Splits and spin-offs that a chain's terms do not reflect yet (L42, L43): those after an entry whose price is nearer to
 * the close of before than to that of after, except the ones already applied or dismissed. `entryClose` is the close of a
 * day in today's shares.
 */
export function findPendingChanges(
  chain: ChainState,
  changes: readonly ShareChange[],
  {
    today,
    entryCloseOn,
    isDismissed,
  }: {
    readonly today: IsoDate
    readonly entryCloseOn: (day: IsoDate) => number | null
    readonly isDismissed: (change: ShareChange) => boolean
  },
): PendingChanges {
  const open = changes.filter((change) => !chain.adjustedOn.has(change.date) && !isDismissed(change))
  if (open.length === 0 || (sharesHeld(chain) === 0 && listOpenCalls(chain).length === 0)) {
    return { changes: [], isCertain: true }
  }
  const found = new Map<string, ShareChange>()
  let isCertain = true
  for (const terms of listEntries(chain)) {
    const entryClose = entryCloseOn(terms.entryDate)
    const uncounted = findUncountedChanges(terms, open, { entryClose, today })
    for (const change of uncounted) found.set(`${change.kind} ${change.date}`, change)
    if (uncounted.length > 0 && entryClose === null) isCertain = false
  }
  return { changes: [...found.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)), isCertain }
}

/**
 * Splits whose earlier days the ledger of a chain describes in old shares, so that closes of those days must not be
 * restated for them: splits that were applied, and those after which nothing was entered again. A user may also have
 * entered everything in today's shares; the price of the first shares decides, as in `findUncountedChanges`.
 */
export function listSplitsInOldTerms(
  chain: ChainState,
  changes: readonly ShareChange[],
  { today, entryCloseOn }: { readonly today: IsoDate; readonly entryCloseOn: (day: IsoDate) => number | null },
): readonly ShareChange[] {
  const [first] = chain.bought
  const applied = changes.filter(({ date }) => chain.adjustedOn.has(date))
  const others = changes.filter(({ date }) => !chain.adjustedOn.has(date))
  if (first === undefined || first.cost <= 0 || others.length === 0) return [...applied, ...others]
  const price = toUsd(first.cost) / toShareCount(first.shares)
  const terms = { entryDate: first.enteredOn, entryPrice: price, strike: price }
  const entryClose = entryCloseOn(first.enteredOn)
  return [...applied, ...findUncountedChanges(terms, others, { entryClose, today })]
}

/** Terms entered for each open call, and for shares without one. */
function listEntries(chain: ChainState) {
  const calls = listOpenCalls(chain).map(({ openedOn, entryPrice, strike }) => ({
    entryDate: openedOn,
    entryPrice,
    strike,
  }))
  const lots = chain.lots
    .filter(({ positionId, cost }) => cost > 0 && (positionId === null || !chain.calls.has(positionId)))
    .map(({ enteredOn, cost, shares }) => ({ entryDate: enteredOn, price: toUsd(cost) / toShareCount(shares) }))
    .map(({ entryDate, price }) => ({ entryDate, entryPrice: price, strike: price }))
  return [...calls, ...lots]
}

/** "NFLX split 10 for 1 on Nov 17, 2025: your 100 shares at $1,190 and 1 call at $1,300 are now …" (L44). */
export function describeSplit(chain: ChainState, split: ShareChange): string {
  const call = listOpenCalls(chain).find(({ openedOn }) => openedOn < split.date)
  const held = toShareCount(sharesHeld(chain))
  if (call === undefined) {
    const now = countShares(Math.round(sharesHeld(chain) * split.ratio))
    return `${chain.symbol} split on ${usDate(split.date)}: your ${countShares(sharesHeld(chain))} are now ${now}.`
  }
  const { openedOn, strike, entryPrice, expiration } = call
  const terms = { symbol: chain.symbol, strike, expiration, entryDate: openedOn, entryPrice, premium: 0 }
  return describeShareChanges({ ...terms, contracts: countOpen(call) }, Math.max(held, SHARES_PER_CONTRACT), [split])
}
