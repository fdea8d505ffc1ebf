import type { Expression, Selection } from './expressions.ts'
import type { AlertRule, CatalogueService } from './types.ts'

/** Series that an expression reads: the value of a `gauge`, or the increase of a `counter`. */
export interface MetricUse {
  readonly kind: 'gauge' | 'counter'
  readonly of: Selection
}

/** All metrics that an expression reads, by series name. */
export function metricsOf(expression: Expression): MetricUse[] {
  const gauge = (of: Selection): MetricUse => ({ kind: 'gauge', of })
  const counter = (of: Selection, suffix = ''): MetricUse => ({
    kind: 'counter',
    of: { ...of, metric: `${of.metric}${suffix}` },
  })
  switch (expression.kind) {
    case 'gauge':
    case 'age':
    case 'fractionOfDailyMax':
      return [gauge(expression.of)]
    case 'over':
      return [gauge(expression.of), ...(expression.during ? [gauge(expression.during)] : [])]
    case 'rate':
    case 'increase':
      return [counter(expression.of)]
    case 'quantile':
      return [counter(expression.of, '_bucket')]
    case 'slower':
      return [counter(expression.of, '_bucket'), counter(expression.of, '_count')]
    case 'share':
      return [counter(expression.part), counter(expression.whole)]
  }
}

/** All expressions in a service's panels, SLOs and alerts. */
export function listExpressions({ blocks, objectives, alerts }: CatalogueService): Expression[] {
  return [
    ...blocks.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ of }) => of))),
    ...objectives.map(({ bad }) => bad),
    ...alerts.flatMap(conditionsOf),
  ]
}

function conditionsOf(alert: AlertRule): Expression[] {
  return alert.kind === 'cause' ? alert.all.map(({ of }) => of) : []
}
