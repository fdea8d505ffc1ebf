import { parseMetrics, type ReadMetrics } from '@callwright/service/testing'
import { catalogue } from '../../src/ops/catalogue/catalogue.ts'
import type { Expression, ServiceName } from '../../src/ops/catalogue/expressions.ts'
import { listExpressions, metricsOf } from '../../src/ops/catalogue/metrics-of.ts'
import { summaryExpressions } from '../../src/ops/catalogue/summary-expressions.ts'

/** Told of a process by whoever looks at it, and not by itself. */
const ofTheLooker: readonly string[] = ['up']

/** What panels, promises and alerts ask of a service and its processes do not show: `service metric`, or `service metric{label}`. */
export async function findUnanswered(readMetrics: (service: ServiceName) => Promise<string>): Promise<string[]> {
  const shown = new Map<ServiceName, ReadMetrics>()
  for (const { name } of catalogue) shown.set(name, parseMetrics(await readMetrics(name)))
  const asked = catalogue.flatMap((service) =>
    [...listExpressions(service), ...summaryExpressions(service)].flatMap((expression) =>
      metricsOf(expression).map(({ of }) => ({
        ...of,
        service: of.service ?? service.name,
        by: labelsKept(expression),
      })),
    ),
  )
  const missing = asked
    .filter(({ metric }) => !ofTheLooker.includes(metric))
    .flatMap(({ service, metric, match = {}, by }) => {
      const figures = shown.get(service)
      const base = metric.replace(/_(?:bucket|count)$/, '')
      if (figures === undefined || !(figures.names.has(metric) || figures.names.has(base)))
        return [`${service} ${metric}`]
      const series = figures.series.filter(({ name }) => name === metric)
      // A metric of nothing that has happened yet has no series, and so no labels.
      const lost = [...Object.keys(match), ...by].filter(
        (label) => series.length > 0 && !series.some(({ labels }) => label in labels),
      )
      return lost.map((label) => `${service} ${metric}{${label}}`)
    })
  return [...new Set(missing)]
}

const labelsKept = (expression: Expression): readonly string[] => ('by' in expression ? (expression.by ?? []) : [])
