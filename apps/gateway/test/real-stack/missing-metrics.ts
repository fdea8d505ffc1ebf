import { parseMetrics, type ReadMetrics } from '@callwright/service/testing'
import { catalogue } from '../../src/ops/catalogue/catalogue.ts'
import type { Expression, ServiceName } from '../../src/ops/catalogue/expressions.ts'
import { listExpressions, metricsOf } from '../../src/ops/catalogue/metrics-of.ts'
import { summaryExpressions } from '../../src/ops/catalogue/summary-expressions.ts'

/** The scraper adds these metrics, so processes do not expose them. */
const addedByScraper: readonly string[] = ['up']

/**
 * Metrics that panels, SLOs and alerts read but processes do not expose: `service metric` or `service metric{label}`.
 */
export async function findMissingMetrics(readMetrics: (service: ServiceName) => Promise<string>): Promise<string[]> {
  const exposed = new Map<ServiceName, ReadMetrics>()
  for (const { name } of catalogue) exposed.set(name, parseMetrics(await readMetrics(name)))
  const used = catalogue.flatMap((service) =>
    [...listExpressions(service), ...summaryExpressions(service)].flatMap((expression) =>
      metricsOf(expression).map(({ of }) => ({
        ...of,
        service: of.service ?? service.name,
        by: groupLabels(expression),
      })),
    ),
  )
  const missing = used
    .filter(({ metric }) => !addedByScraper.includes(metric))
    .flatMap(({ service, metric, match = {}, by }) => {
      const figures = exposed.get(service)
      const base = metric.replace(/_(?:bucket|count)$/, '')
      if (figures === undefined || !(figures.names.has(metric) || figures.names.has(base)))
        return [`${service} ${metric}`]
      const series = figures.series.filter(({ name }) => name === metric)
      // Labels cannot be checked before a metric's first event, because it has no series until then.
      const lost = [...Object.keys(match), ...by].filter(
        (label) => series.length > 0 && !series.some(({ labels }) => label in labels),
      )
      return lost.map((label) => `${service} ${metric}{${label}}`)
    })
  return [...new Set(missing)]
}

const groupLabels = (expression: Expression): readonly string[] => ('by' in expression ? (expression.by ?? []) : [])
