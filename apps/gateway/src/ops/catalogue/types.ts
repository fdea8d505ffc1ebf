import type { BadShare, Expression, Selection, ServiceName } from './expressions.ts'

export type Unit = 'seconds' | 'ratio' | 'bytes' | 'per_second' | 'count' | 'usd' | 'yes_no'

/** One line, or one for each set of labels that its expression keeps: `{route}` in the legend stands for a label. */
export interface Query {
  readonly legend: string
  readonly of: Expression
}

export interface Panel {
  /** Unique within its service. */
  readonly id: string
  readonly title: string
  readonly unit: Unit
  /** A value of now, or lines over time. */
  readonly shape: 'value' | 'lines'
  readonly queries: readonly Query[]
}

/** The blocks of every dashboard, in their order. */
export const blockIds = ['verdict', 'traffic', 'dependencies', 'saturation', 'own', 'alerts'] as const
export type BlockId = (typeof blockIds)[number]

export interface Block {
  readonly id: BlockId
  readonly title: string
  readonly panels: readonly Panel[]
}

/** What a service promises over 30 days. */
export interface Objective {
  readonly id: string
  readonly title: string
  /** The part that must be good, 0 to 1. */
  readonly objective: number
  readonly bad: BadShare
}

export type Severity = 'page' | 'ticket'

interface AlertBase {
  /** Unique over all services. */
  readonly name: string
  readonly severity: Severity
  /** What it does to people who use the product. */
  readonly effect: string
  /** A section of the runbook. */
  readonly runbook: `docs/runbook.md#${string}`
}

export interface Condition {
  readonly of: Expression
  readonly is: 'above' | 'below'
  readonly bound: number
  /** Of what is counted; 5 minutes where nothing is said. */
  readonly windowSeconds?: number
}

/** Fires once all of its conditions have held for so long. */
export interface CauseAlert extends AlertBase {
  readonly kind: 'cause'
  readonly all: readonly Condition[]
  readonly forSeconds: number
}

/**
 * Fires while the budget of an objective is used up `factor` times too fast, in both windows [SRE workbook, chapter 5],
 * and the long one holds enough events, or looks ten seconds apart, to say so.
 */
export interface BurnAlert extends AlertBase {
  readonly kind: 'burn'
  readonly objective: string
  readonly factor: number
  readonly shortSeconds: number
  readonly longSeconds: number
  readonly minimumEvents: number
}

export type AlertRule = CauseAlert | BurnAlert

/** What a service does all day: counters of it and of what went wrong with it, and the histogram of how long it took. */
export interface Work {
  readonly events: Selection
  readonly errors: Selection
  readonly duration: Selection
}

export interface CatalogueService {
  readonly name: ServiceName
  readonly title: string
  /** The value of the label `service` on every metric of its processes. */
  readonly label: string
  /** What people lose while none of its processes runs. */
  readonly downEffect: string
  readonly work: Work
  /** The first is the availability that the summary shows. */
  readonly objectives: readonly Objective[]
  readonly blocks: readonly Block[]
  readonly alerts: readonly AlertRule[]
}
