import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { previousTradingDay } from '../calendar/sessions.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { lowersStrikes } from '../dividends/dividend-kind.ts'
import type { AnnouncedDividend } from '../position/events.ts'
import { type Certainty, lastSessionBy, presumeOutcome } from '../position/expiration-outcome.ts'
import type { ShareChange } from '../position/position.ts'
import { above } from '../thresholds.ts'
import { dollars, listed, usDate } from '../wording.ts'
import {
  describeSplit,
  findLoweredStrike,
  type PendingChanges,
  type ProposedAdjustment,
  proposeLowerStrikes,
  proposeSplit,
  strikeSuggestionId,
} from './adjustments.ts'
import {
  type CallState,
  type ChainState,
  countCalls,
  countOpen,
  countShares,
  listOpenCalls,
  sharesBefore,
  sharesHeld,
} from './chain-state.ts'
import { roundPrice, toMicros, toShareCount, toUsd } from './ledger-money.ts'

export type ProposedEvent =
  | { readonly kind: 'expire' | 'assign'; readonly occurredOn: IsoDate; readonly contracts: number }
  | {
      readonly kind: 'dividend'
      readonly occurredOn: IsoDate
      readonly exDate: IsoDate
      readonly amountUsd: number
      readonly special: boolean
    }
  | ProposedAdjustment

/** Terms before or after, for the sentence's figures. `price` is the cost of a share. */
export interface SuggestedTerms {
  readonly positionId: string | null
  readonly contracts: number | null
  readonly strike: number | null
  readonly shares: number | null
  readonly price: number | null
}

/** Something that market data say has happened. `event` is null if the data cannot tell what. */
export interface Suggestion {
  /** Stable: the same facts give the same id. */
  readonly id: string
  readonly kind: 'expire' | 'assign' | 'early_assignment' | 'dividend' | 'split' | 'special_dividend'
  readonly certainty: Certainty
  readonly positionId: string | null
  readonly chainId: string
  readonly symbol: string
  readonly event: ProposedEvent | null
  readonly close: number | null
  readonly closeOn: IsoDate | null
  readonly strike: number | null
  /** Distance of the close from the strike, percent of the strike. */
  readonly distancePct: number | null
  readonly before: readonly SuggestedTerms[]
  readonly after: readonly SuggestedTerms[]
  readonly sentence: string
}

/** Facts about one stock; unknown values are null. */
export interface SuggestionFacts {
  readonly today: IsoDate
  /** True once the last session of an expiration has closed. */
  readonly isExpired: (expiration: IsoDate) => boolean
  /** Close of a past session in the terms of that day, dollars per share. */
  readonly closeOn: (day: IsoDate) => number | null
  /** Known dividends, past ones included. */
  readonly dividends: readonly AnnouncedDividend[]
  readonly pending: PendingChanges
  /** Whether the user has dismissed a suggestion. */
  readonly isDismissed: (suggestionId: string) => boolean
  /** Time value of a call at a past close, dollars per share; null if unknown. */
  readonly timeValueOn: (call: CallState, day: IsoDate) => number | null
}

/**
 * Suggestions for a chain, in order: splits, expirations, possible early assignments, dividends (LIFECYCLE 3 and 5),
 * without dismissed ones. The outcome of a call whose strike was lowered is asked for until that is decided. While
 * a split is pending, nothing else is suggested, because its figures would be wrong. Verified in `suggestions.test.ts`.
 */
export function suggestEvents(chain: ChainState, facts: SuggestionFacts): Suggestion[] {
  const splits = facts.pending.changes.filter(({ kind }) => kind === 'split')
  if (facts.pending.changes.length > 0) return splits.map((split) => suggestSplit(chain, split, facts.pending))
  const calls = listOpenCalls(chain)
  return [
    ...calls.filter(({ expiration }) => facts.isExpired(expiration)).map((call) => suggestOutcome(chain, call, facts)),
    ...calls
      .filter(({ expiration }) => !facts.isExpired(expiration))
      .flatMap((call) => suggestEarlyAssignment(chain, call, facts)),
    ...facts.dividends.flatMap((dividend) => suggestDividend(chain, dividend, facts)),
  ].filter(({ id }) => !facts.isDismissed(id))
}

const NO_EVIDENCE = { close: null, closeOn: null, strike: null, distancePct: null }

/** A contract of 100 shares without cash; only its outcome can be presumed. */
const isStandard = ({ deliverable, deliverableCash }: CallState): boolean =>
  deliverable === toMicros(SHARES_PER_CONTRACT) && deliverableCash === 0

function suggestOutcome(chain: ChainState, call: CallState, facts: SuggestionFacts): Suggestion {
  const { positionId, strike, expiration } = call
  const day = lastSessionBy(expiration)
  const loweredOn = findLoweredStrike(call, facts.dividends, {
    today: facts.today,
    isSettled: (exDate) => chain.adjustedOn.has(exDate) || facts.isDismissed(strikeSuggestionId(chain.chainId, exDate)),
  })
  const close = isStandard(call) && loweredOn === null ? facts.closeOn(day) : null
  const { state, certainty } = presumeOutcome({ strike, expiration, close })
  const kind = state === 'presumed_assigned' ? 'assign' : 'expire'
  const contracts = countOpen(call)
  return {
    id: `expiry:${positionId}`,
    kind,
    certainty,
    positionId,
    chainId: chain.chainId,
    symbol: chain.symbol,
    event: certainty === 'ask' ? null : { kind, occurredOn: day, contracts },
    close,
    closeOn: day,
    strike,
    distancePct: close === null ? null : (Math.abs(close - strike) / strike) * 100,
    before: [],
    after: [],
    sentence:
      loweredOn === null
        ? describeOutcome(call, { close, day, kind, certainty })
        : `A special dividend lowered the strike on ${usDate(loweredOn)}. Apply the new strike, then confirm the outcome.`,
  }
}

interface Outcome {
  readonly close: number | null
  readonly day: IsoDate
  readonly kind: 'expire' | 'assign'
  readonly certainty: Certainty
}

function describeOutcome(call: CallState, { close, day, kind, certainty }: Outcome): string {
  const calls = countCalls(countOpen(call))
  if (close === null)
    return `The close of ${usDate(day)} is not known. Record whether ${calls} expired or were assigned.`
  const closed = `the stock closed at ${dollars(close)} on ${usDate(day)}`
  if (certainty === 'check') {
    return `Within 1% of the strike: ${closed}. Holders may decide otherwise until the evening. Check with your broker, then confirm.`
  }
  return kind === 'expire'
    ? `Confirm that ${calls} expired worthless: ${closed}.`
    : `Confirm that ${countShares(countOpen(call) * call.deliverable)} were sold at ${dollars(call.strike)}: ${closed}.`
}

/** Days after an ex-date during which early assignment is asked about. */
const ASKED_DAYS = 30

function suggestEarlyAssignment(chain: ChainState, call: CallState, facts: SuggestionFacts): Suggestion[] {
  const { today, closeOn, timeValueOn } = facts
  return facts.dividends.flatMap((dividend) => {
    const { exDate, cash } = dividend
    const isRecent = exDate <= today && daysBetween(exDate, today) <= ASKED_DAYS && exDate > call.openedOn
    if (!isRecent || cash === null || lowersStrikes(dividend)) return []
    const day = previousTradingDay(exDate)
    const close = closeOn(day)
    const timeValue = close === null || !above(close, call.strike) ? null : timeValueOn(call, day)
    if (timeValue === null || !above(cash, timeValue)) return []
    const { positionId, strike } = call
    return {
      id: `early:${positionId}:${exDate}`,
      kind: 'early_assignment',
      certainty: 'ask',
      positionId,
      chainId: chain.chainId,
      symbol: chain.symbol,
      close,
      closeOn: day,
      strike,
      distancePct: close === null ? null : (Math.abs(close - strike) / strike) * 100,
      event: { kind: 'assign', occurredOn: day, contracts: countOpen(call) },
      before: [],
      after: [],
      sentence: `Were your shares called for the dividend of ${dollars(cash)}? Its ex-date was ${usDate(exDate)}.`,
    } satisfies Suggestion
  })
}

function suggestDividend(chain: ChainState, dividend: AnnouncedDividend, { today }: SuggestionFacts): Suggestion[] {
  const { exDate, cash } = dividend
  const shares = sharesBefore(chain, exDate)
  const isDue = exDate <= today && cash !== null && cash > 0
  if (!isDue || shares === 0 || chain.dividendExDates.has(exDate))
    return isDue ? suggestLowerStrikes(chain, dividend) : []
  const special = lowersStrikes(dividend)
  const amountUsd = roundPrice(cash * toShareCount(shares))
  const { chainId, symbol } = chain
  const suggestion: Suggestion = {
    id: `dividend:${chainId}:${exDate}`,
    kind: 'dividend',
    certainty: 'presumed',
    positionId: null,
    chainId,
    symbol,
    event: { kind: 'dividend', occurredOn: exDate, exDate, amountUsd, special },
    ...NO_EVIDENCE,
    before: [],
    after: [],
    sentence: `${symbol} paid ${dollars(cash)} on ${countShares(shares)}: ${dollars(amountUsd)}, ex-date ${usDate(exDate)}.`,
  }
  return [suggestion, ...suggestLowerStrikes(chain, dividend)]
}

function suggestLowerStrikes(chain: ChainState, dividend: AnnouncedDividend): Suggestion[] {
  const { exDate, cash } = dividend
  if (cash === null || !lowersStrikes(dividend) || chain.adjustedOn.has(exDate)) return []
  const event = proposeLowerStrikes(chain, exDate, cash)
  if (event === null) return []
  const { chainId, symbol } = chain
  const strikes = event.calls.map(
    ({ positionId, strike }) =>
      `${dollars(chain.calls.get(positionId)?.strike ?? strike + cash)} to ${dollars(strike)}`,
  )
  return [
    {
      id: strikeSuggestionId(chainId, exDate),
      kind: 'special_dividend',
      certainty: 'check',
      positionId: null,
      chainId,
      symbol,
      event,
      ...NO_EVIDENCE,
      ...listTerms(chain, event),
      sentence:
        `A special dividend of ${dollars(cash)} on ${usDate(exDate)} lowers the strikes of ${symbol} options, ` +
        `yours from ${listed(strikes)}. ` +
        'Compare the new strike with your broker, then apply it.',
    },
  ]
}

function suggestSplit(chain: ChainState, split: ShareChange, { isCertain }: PendingChanges): Suggestion {
  const event = proposeSplit(chain, split)
  const { chainId, symbol } = chain
  return {
    id: `split:${chainId}:${split.date}`,
    kind: 'split',
    certainty: isCertain ? 'presumed' : 'ask',
    positionId: null,
    chainId,
    symbol,
    event,
    ...NO_EVIDENCE,
    ...(event === null ? { before: [], after: [] } : listTerms(chain, event)),
    sentence: describeSplit(chain, split),
  }
}

function listTerms(chain: ChainState, event: ProposedAdjustment): Pick<Suggestion, 'before' | 'after'> {
  const held = toShareCount(sharesHeld(chain))
  const cost = chain.lots.reduce((sum, lot) => sum + toUsd(lot.cost), 0)
  const times = event.ratio === null ? 1 : event.ratio.new / event.ratio.old
  const shares = (count: number): SuggestedTerms => ({
    positionId: null,
    contracts: null,
    strike: null,
    shares: count,
    price: count === 0 ? null : cost / count,
  })
  const noShares = { shares: null, price: null }
  const calls = listOpenCalls(chain).filter((call) =>
    event.calls.some(({ positionId }) => positionId === call.positionId),
  )
  return {
    before: [
      shares(held),
      ...calls.map((call) => ({
        positionId: call.positionId,
        contracts: countOpen(call),
        strike: call.strike,
        ...noShares,
      })),
    ],
    after: [
      shares(held * times),
      ...event.calls.map(({ positionId, contracts, strike }) => ({ positionId, contracts, strike, ...noShares })),
    ],
  }
}
