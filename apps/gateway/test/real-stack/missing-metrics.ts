import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMetrics } from '@callwright/service/testing'
import { opsMetrics } from '../../src/ops/metrics.ts'

const folder = join(import.meta.dirname, '../../../../deploy/observability')
const readAll = (pattern: string) =>
  globSync(pattern, { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
/** Prometheus adds these itself, and names with colons are recorded by the rules. */
const known = /:|^(?:up|ALERTS)$/

/** Metrics that Prometheus's rules and Grafana's dashboards query, with the labels that they filter and group by. */
function listQueriedMetrics(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const text of [...readAll('prometheus/rules.yml'), ...readAll('grafana/dashboards/*.json')]) {
    // A long expression in rules.yml continues on lines with a deeper indent.
    for (const [, query = ''] of text.replaceAll('\\"', '"').matchAll(/expr"?: ([^\n]+(?:\n {10}[^\n]+)*)/g)) {
      const groups = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '))
      const plain = query.replace(/\b(?:by|on) \([^)]*\)/g, '')
      // Every metric has an underscore, as some functions have.
      for (const [, name = '', filter = ''] of plain.matchAll(/\b([a-z]+[_:][a-z0-9_:]+)\b(?!\()(?:\{([^}]*)\})?/g)) {
        const filters = [...filter.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label)
        if (!known.test(name)) found.set(name, new Set([...(found.get(name) ?? []), ...filters, ...groups]))
      }
    }
  }
  return found
}

/** Metrics, as `name` or `name{label}`, that something reads but no process of the stack exposes. */
export function findMissingMetrics(exposedText: string): string[] {
  const { names, series } = parseMetrics(exposedText)
  const used = new Map([...listQueriedMetrics(), ...opsMetrics.map((name) => [name, new Set<string>()] as const)])
  return [...used].flatMap(([name, labels]) => {
    if (!names.has(name) && !names.has(name.replace(/_(?:bucket|count)$/, ''))) return [name]
    const own = series.filter((one) => one.name === name)
    // Labels cannot be checked before a metric's first event, because it has no series until then.
    const lost = [...labels].filter((label) => own.length > 0 && !own.some((one) => label in one.labels))
    return lost.map((label) => `${name}{${label}}`)
  })
}
