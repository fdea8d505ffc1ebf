import { type AlertSight, createAlertState } from './alert-state.ts'
import { summaryOf } from './catalogue/summary-expressions.ts'
import type { CatalogueService } from './catalogue/types.ts'
import { evaluate, type Sight, WINDOW_SECONDS } from './evaluate.ts'
import { createPanelHistory } from './history.ts'
import { createObjectiveState } from './objective-state.ts'
import type { Processes } from './processes.ts'

export interface DependencySight {
  readonly name: string
  readonly isUp: boolean
  /** Since when it is as it is, as far as that was watched. */
  readonly sinceMs: number
}

export type ServiceState = ReturnType<typeof createServiceState>

/** All that is kept of one service. */
export function createServiceState(service: CatalogueService, processes: Processes) {
  const objectives = new Map(
    service.objectives.map((objective) => [objective.id, createObjectiveState(service.name, objective)]),
  )
  const alerts = service.alerts.map((rule) => createAlertState(service.name, rule, objectives))
  const panels = service.blocks.flatMap((block) =>
    block.panels.map((panel) => ({ panel, history: createPanelHistory(panel.queries) })),
  )
  const histories = new Map(panels.map(({ panel, history }) => [panel.id, history]))
  const { dependencyUp } = summaryOf(service)
  let dependencies: readonly DependencySight[] = []
  let downSinceMs: number | null = null

  function watchDependencies(sight: Sight): void {
    dependencies = evaluate(dependencyUp, service.name, sight, WINDOW_SECONDS).map(({ labels, value }) => {
      const { dependency: name = '' } = labels
      const before = dependencies.find((known) => known.name === name)
      const isUp = value > 0
      return { name, isUp, sinceMs: before?.isUp === isUp ? before.sinceMs : sight.nowMs }
    })
  }

  return {
    service,
    objectives,
    /** What the last look found. */
    push(sight: Sight): void {
      for (const objective of objectives.values()) objective.push(sight)
      for (const alert of alerts) alert.push(sight)
      for (const { panel, history } of panels) {
        history.push(
          sight.nowMs,
          panel.queries.map(({ of }) => evaluate(of, service.name, sight, WINDOW_SECONDS)),
        )
      }
      watchDependencies(sight)
      const isDown = !processes.list(service.name).some(({ isUp }) => isUp)
      downSinceMs = isDown ? (downSinceMs ?? sight.nowMs) : null
    },
    /** Since when none of its processes answers; null while one does. */
    getDownSince: () => downSinceMs,
    listProcesses: () => processes.list(service.name),
    listDependencies: () => dependencies,
    listAlerts: (): AlertSight[] => alerts.map((alert) => alert.read()).filter((alert) => alert !== null),
    readPanel: (id: string, nowMs: number, windowMs: number, points: number) =>
      histories.get(id)?.read(nowMs, windowMs, points) ?? [],
  }
}
