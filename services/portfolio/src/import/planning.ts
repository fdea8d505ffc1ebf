import type { LineOutcome } from '@callwright/contracts'
import { type CallTermsEntered, type IsoDate, usDate } from '@callwright/scoring'
import { blankDraft, type EventDraft } from '../ledger/ledger-rows.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import type { IdentifiedTerms } from '../positions/position-terms.ts'
import type { LedgerView } from './ledger-view.ts'
import type { StockKey, StockState } from './stock-state.ts'
import type { TradeGroup } from './trade-group.ts'

/** An event built from the file's lines. */
export interface PlannedEvent {
  readonly ref: string
  readonly draft: EventDraft
  /** The call that the event opens. */
  readonly opened: IdentifiedTerms | null
  readonly symbol: string
  readonly account: string | null
  /** Settings for the chain, if the event creates it. */
  readonly settings?: Pick<ChainSettings, 'taxDeferred' | 'intent' | 'note'>
  readonly sentence: string
  readonly contracts: number | null
  readonly shares: number | null
  readonly price: number | null
  readonly lines: readonly number[]
  readonly marks: readonly string[]
}

/** Outcome of a line, with the events that it is part of. */
export interface Fate {
  readonly line: number
  readonly outcome: LineOutcome
  readonly reason: string
  readonly refs: readonly string[]
}

export interface PlanQuestion {
  readonly id: string
  readonly kind: 'share_cost' | 'opening_premium' | 'split_ratio' | 'unusual'
  readonly symbol: string
  readonly text: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly takesPrice: boolean
}

export const linesOf = (groups: readonly TradeGroup[]): number[] => [
  ...new Set(groups.flatMap(({ trades }) => trades.map(({ line }) => line))),
]
export const keysOf = (groups: readonly TradeGroup[]): string[] => [
  ...new Set(groups.flatMap(({ trades }) => trades.map(({ key }) => key))),
]

interface DraftFacts {
  readonly eventId: string
  readonly kind: EventDraft['kind']
  readonly chainId: string
  readonly positionId?: string
  readonly occurredOn: IsoDate
  readonly occurredAt?: string | null
  readonly feesUsd?: number
  readonly note?: string | null
  readonly source?: EventDraft['source']
  readonly terms?: CallTermsEntered
  readonly body: Readonly<Record<string, unknown>>
}

export const toImportDraft = (facts: DraftFacts): EventDraft => ({ ...blankDraft, source: 'import', ...facts })

const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
export const dollars = (amount: number): string => inDollars.format(amount)
const counted = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
export const countOf = (count: number, what: string): string =>
  `${counted.format(count)} ${what}${count === 1 ? '' : 's'}`

/** "2 XYZ 55 calls of Aug 21, 2026" */
export const nameCalls = (
  contracts: number,
  { symbol, strike, expiration }: { readonly symbol: string; readonly strike: number; readonly expiration: IsoDate },
): string =>
  `${counted.format(contracts)} ${symbol} ${strike} ${contracts === 1 ? 'call' : 'calls'} of ${usDate(expiration)}`

export interface ImportChoice {
  readonly as_roll?: boolean
  readonly skip?: boolean
  readonly add?: boolean
}

export interface PlanRequest {
  readonly view: LedgerView
  readonly answers: Readonly<Record<string, string>>
  readonly choices: Readonly<Record<string, ImportChoice>>
  /** Ids given so far in this import. */
  readonly taken: Set<string>
}

export interface StockPlan {
  readonly events: readonly PlannedEvent[]
  readonly fates: readonly Fate[]
  readonly questions: readonly PlanQuestion[]
  /** Premiums above the price of the shares, with the events that have them. */
  readonly unusual: readonly {
    readonly ref: string
    readonly line: number
    readonly premium: number
    readonly price: number
  }[]
}

/** Everything that planning one group needs and adds to. */
export interface StockPlanning extends StockKey {
  readonly state: StockState
  readonly request: PlanRequest
  readonly events: PlannedEvent[]
  readonly fates: Fate[]
  /** Lines that have a fate. */
  readonly settled: Set<number>
  readonly questions: PlanQuestion[]
  readonly unusual: StockPlan['unusual'][number][]
  /** Whether shares were added that the file does not list. */
  readonly hasExtraShares: boolean
}

/** The answer to a question as dollars per share; null if it is none. */
export function readPrice(answer: string | undefined): number | null {
  const price = answer === undefined || answer.trim() === '' ? Number.NaN : Number(answer)
  return Number.isFinite(price) && price >= 0 && price <= 1_000_000 ? Math.round(price * 10_000) / 10_000 : null
}

/** Ref of a group, the same in every preview of a file. */
export const refOf = (group: TradeGroup): string =>
  `r-${keysOf([group])[0]?.replaceAll(/[^A-Za-z0-9_-]/g, '-') ?? 'extra'}`.slice(0, 64)

/** Ref for the part of a group that another chain gets. */
export const partRef = (group: TradeGroup, chainId: string): string =>
  `${refOf(group).slice(0, 54)}-${chainId.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(-8)}`

export function settle(
  { fates, settled }: StockPlanning,
  groups: readonly TradeGroup[],
  outcome: 'known' | 'refused' | 'question' | 'ignored',
  reason: string,
  refs: readonly string[] = [],
): void {
  for (const line of linesOf(groups)) {
    if (settled.has(line)) continue
    settled.add(line)
    fates.push({ line, outcome, reason, refs })
  }
}

export function addEvent(
  planning: StockPlanning,
  groups: readonly TradeGroup[],
  event: Omit<PlannedEvent, 'lines' | 'symbol' | 'account'>,
): void {
  if (planning.request.choices[event.ref]?.skip === true) {
    settle(planning, groups, 'ignored', 'You chose to leave this out.', [event.ref])
    return
  }
  const lines = linesOf(groups)
  planning.events.push({ ...event, lines, symbol: planning.symbol, account: planning.account })
  const first = Math.min(...lines)
  // One line can end calls of two chains, or sell shares of both.
  if (planning.settled.has(first)) addToFate(planning, first, event)
  for (const line of lines) {
    if (planning.settled.has(line)) continue
    planning.settled.add(line)
    const isFirst = line === first
    const reason = isFirst ? event.sentence : `Part of line ${first}.`
    planning.fates.push({ line, outcome: isFirst ? 'event' : 'merged', reason, refs: [event.ref] })
  }
}

function addToFate({ fates }: StockPlanning, line: number, { ref, sentence }: Pick<PlannedEvent, 'ref' | 'sentence'>) {
  const at = fates.findLastIndex((fate) => fate.line === line)
  const fate = fates[at]
  if (fate?.outcome === 'event')
    fates[at] = { ...fate, reason: `${fate.reason}. ${sentence}`, refs: [...fate.refs, ref] }
}
