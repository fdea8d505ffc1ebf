import { Gauge, type Registry } from 'prom-client'
import type { CheckResult, Health } from './health.ts'

/** Exports check results as gauges, which are computed when the metrics are scraped. */
export function exposeHealth(registry: Registry, health: Pick<Health, 'read'>): void {
  const registers = [registry]
  new Gauge({
    name: 'process_ready',
    help: '1 while the process accepts work, 0 while a hard dependency is down or the process is stopping',
    registers,
    collect() {
      this.set(health.read().status === 'fail' ? 0 : 1)
    },
  })
  new Gauge({
    name: 'dependency_up',
    help: '1 while the health check of a dependency passes',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const [dependency, { status }] of listChecks(health)) this.set({ dependency }, status === 'pass' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'dependency_check_duration_seconds',
    help: 'Duration of the last health check of a dependency',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const [dependency, { observedUnit, observedValue }] of listChecks(health)) {
        if (observedUnit === 'ms' && observedValue !== undefined) this.set({ dependency }, observedValue / 1_000)
      }
    },
  })
}

function listChecks(health: Pick<Health, 'read'>): [string, CheckResult][] {
  return Object.entries(health.read().checks).flatMap(([name, results]) => results.map((result) => [name, result]))
}
