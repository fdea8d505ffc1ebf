import { Gauge, type Registry } from 'prom-client'
import type { CheckResult, Health } from './health.ts'

/** What the background checks found, as gauges: read when metrics are, so that no check pays for it. */
export function exposeHealth(registry: Registry, health: Pick<Health, 'read'>): void {
  const registers = [registry]
  new Gauge({
    name: 'process_ready',
    help: '1 while the process takes work, 0 while a hard dependency is away or the process stops',
    registers,
    collect() {
      this.set(health.read().status === 'fail' ? 0 : 1)
    },
  })
  new Gauge({
    name: 'dependency_up',
    help: '1 while the check of a dependency passes',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const [dependency, { status }] of listChecks(health)) this.set({ dependency }, status === 'pass' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'dependency_check_duration_seconds',
    help: 'How long the last check of a dependency took',
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
