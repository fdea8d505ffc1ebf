import type { AlertRuleKind, AlertRuleSpec, ScreenerRowPart, Success } from '@callwright/contracts'
import type { IsoDate, Truth } from '@callwright/scoring'
import type { AssessedPosition } from '../../valuation/valuation.ts'

export type DataClass = Success<'portfolio.attention'>['data_class']

/** A rule as the user set it. Which of the ids is set depends on the kind; a rule on all positions has none. */
export interface RuleTerms {
  readonly kind: AlertRuleKind
  readonly positionId: string | null
  readonly symbol: string | null
  readonly screenId: string | null
  readonly limit: number | null
}

/** Time and class of the data behind figures. */
export interface Stamp {
  readonly asOf: string | null
  readonly dataClass: DataClass
}

/** A position with its figures, as the portfolio shows them. */
export interface WatchedCall extends Stamp {
  readonly assessed: AssessedPosition
}

/** A stock as the screener shows it to the user. */
export interface WatchedStock extends Stamp {
  readonly row: ScreenerRowPart
}

/** A saved screen, and the symbols that it shows now. */
export interface WatchedScreen extends Stamp {
  readonly name: string
  readonly query: string
  readonly symbols: readonly string[]
  /** Filters because of which its symbols cannot be read. */
  readonly unknownFilters: readonly string[]
}

/** Figures that rules are evaluated on. A known subject without figures is null. */
export interface Figures {
  readonly marketDay: IsoDate
  readonly calls: readonly WatchedCall[]
  readonly stocks: ReadonlyMap<string, WatchedStock | null>
  readonly screens: ReadonlyMap<string, WatchedScreen | null>
  /** Ids of saved screens; null if they could not be read. */
  readonly screenIds: ReadonlySet<string> | null
}

/** Something that happened according to a rule; `key` is the same for the same event under the same terms of the rule. */
export interface RuleEvent extends Stamp {
  readonly key: string
  readonly title: string
  readonly sentence: string
  /** The same without amounts. */
  readonly plainTitle: string
  readonly plainSentence: string
  readonly positionId: string | null
  readonly symbol: string | null
  readonly screenId: string | null
  readonly path: string
}

export type RuleState = 'waiting' | 'holds' | 'does_not_hold' | 'unknown' | 'gone'

export interface Judgement {
  readonly state: RuleState
  readonly note: string | null
  readonly events: readonly RuleEvent[]
}

/** A kind of rule on one subject, with what it says about it. */
export interface KindRule<Subject> {
  readonly spec: Omit<AlertRuleSpec, 'kind' | 'subject'>
  /** The rule as text, after the name of its subject: "delta of at least 0.50". */
  readonly words: (limit: number) => string
  readonly holds: (subject: Subject, limit: number) => Truth
  /** The figures, after the name of the subject: "delta is 0.62". */
  readonly describe: (subject: Subject, limit: number) => string
  /** The figure without which the rule cannot be evaluated. */
  readonly needs: string
  /** The event without amounts: "delta has reached your limit". */
  readonly plain: string
}

const usDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const dollars = (value: number): string => usDollars.format(value)
export const percent = (value: number): string => `${Number(value.toFixed(1))}%`
export const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

const notes: Readonly<Record<DataClass, string | null>> = {
  live: null,
  closed: null,
  delayed: 'Delayed data: quotes are at least 15 minutes old.',
  indicative: 'Indicative option quotes, delayed by 15 minutes: estimates by the source.',
  recorded: 'Recorded market: real prices from a past day.',
  simulated: 'Simulated data: not real prices.',
  stale: 'Stale data: the data source is not responding, so these are the last known figures.',
  none: 'No market data.',
}

/** Sentence about data that is not today's; null for current data. */
export const describeData = (dataClass: DataClass): string | null => notes[dataClass]
