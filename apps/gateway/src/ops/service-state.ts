import { type AlertView, createAlertState } from './alert-state.ts'
import { summaryOf } from './catalogue/summary-expressions.ts'
import type { CatalogueService } from './catalogue/types.ts'
import { evaluate, type Snapshot, WINDOW_SECONDS } from './evaluate.ts'
import { createPanelHistory } from './history.ts'
import { createObjectiveState } from './objective-state.ts'
import type { Processes } from './processes.ts'

export interface DependencyView {
  readonly name: string
  readonly isUp: boolean
  /** Time at which the current state was first observed. */
  readonly sinceMs: number
}

export type ServiceState = ReturnType<typeof createServiceState>

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
  let dependencies: readonly DependencyView[] = []
  let downSinceMs: number | null = null

  function watchDependencies(snapshot: Snapshot): void {
    dependencies = evaluate(dependencyUp, service.name, snapshot, WINDOW_SECONDS).map(({ labels, value }) => {
      const { dependency: name = '' } = labels
      const before = dependencies.find((known) => known.name === name)
      const isUp = value > 0
      return { name, isUp, sinceMs: before?.isUp === isUp ? before.sinceMs : snapshot.nowMs }
    })
  }

  return {
    service,
    objectives,
    push(snapshot: Snapshot): void {
      for (const objective of objectives.values()) objective.push(snapshot)
      for (const alert of alerts) alert.push(snapshot)
      for (const { panel, history } of panels) {
        history.push(
          snapshot.nowMs,
          panel.queries.map(({ of }) => evaluate(of, service.name, snapshot, WINDOW_SECONDS)),
        )
      }
      watchDependencies(snapshot)
      const isDown = !processes.list(service.name).some(({ isUp }) => isUp)
      downSinceMs = isDown ? (downSinceMs ?? snapshot.nowMs) : null
    },
    /** Time at which the service's last process went down; null while one is up. */
    getDownSince: () => downSinceMs,
    listProcesses: () => processes.list(service.name),
    listDependencies: () => dependencies,
    listAlerts: (): AlertView[] => alerts.map((alert) => alert.read()).filter((alert) => alert !== null),
    readPanel: (id: string, nowMs: number, windowMs: number, points: number) =>
      histories.get(id)?.read(nowMs, windowMs, points) ?? [],
  }
}
