import type { BadShare, Expression, Selection, ServiceName } from './expressions.ts'

export type Unit = 'seconds' | 'ratio' | 'bytes' | 'per_second' | 'count' | 'usd' | 'yes_no'

/**
 * Query for one line, or for one line per combination of the labels in `by`. In the legend, `{route}` stands for the
 * label's value.
 */
export interface Query {
  readonly legend: string
  readonly of: Expression
}

export interface Panel {
  /** Unique within its service. */
  readonly id: string
  readonly title: string
  readonly unit: Unit
  readonly shape: 'value' | 'lines'
  readonly queries: readonly Query[]
}

/** Blocks of every dashboard, in display order. */
export const blockIds = ['verdict', 'traffic', 'dependencies', 'saturation', 'own', 'alerts'] as const
export type BlockId = (typeof blockIds)[number]

export interface Block {
  readonly id: BlockId
  readonly title: string
  readonly panels: readonly Panel[]
}

/** Service level objective (SLO) over 30 days. */
export interface Objective {
  readonly id: string
  readonly title: string
  /** Required fraction of good events, 0 to 1. */
  readonly objective: number
  readonly bad: BadShare
}

export type Severity = 'page' | 'ticket'

interface AlertBase {
  /** Unique across all services. */
  readonly name: string
  readonly severity: Severity
  /** Effect on users while the alert is active. */
  readonly effect: string
  readonly runbook: `docs/runbook.md#${string}`
}

export interface Condition {
  readonly of: Expression
  readonly is: 'above' | 'below'
  readonly bound: number
  /** Window for rates and increases. Defaults to 5 minutes. */
  readonly windowSeconds?: number
}

/** Fires once all conditions have held for `forSeconds`. */
export interface CauseAlert extends AlertBase {
  readonly kind: 'cause'
  readonly all: readonly Condition[]
  readonly forSeconds: number
}

/**
 * Fires while an objective's error budget burns more than `factor` times too fast in both windows [SRE workbook,
 * chapter 5]. The long window must hold at least `minimumEvents` events (or snapshots ten seconds apart).
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

/** Golden signals: counters for events and errors, and a histogram of durations. */
export interface Work {
  readonly events: Selection
  readonly errors: Selection
  readonly duration: Selection
}

export interface CatalogueService {
  readonly name: ServiceName
  readonly title: string
  /** Value of the `service` label on all metrics of the service's processes. */
  readonly label: string
  /** Effect on users while no process of the service is running. */
  readonly downEffect: string
  readonly work: Work
  /** The summary shows the first one. */
  readonly objectives: readonly Objective[]
  readonly blocks: readonly Block[]
  readonly alerts: readonly AlertRule[]
}
