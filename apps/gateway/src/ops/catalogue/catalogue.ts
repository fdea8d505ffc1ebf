import { listAlerts } from './alerts.ts'
import { alertPanels, dependencyPanels, saturationPanels, trafficPanels, verdictPanels } from './common-panels.ts'
import type { ServiceName } from './expressions.ts'
import {
  authObjectives,
  coachObjectives,
  gatewayObjectives,
  jobWork,
  marketDataObjectives,
  portfolioObjectives,
  requestWork,
  screenerObjectives,
  workersObjectives,
} from './objectives.ts'
import {
  authPanels,
  coachPanels,
  gatewayPanels,
  marketDataPanels,
  portfolioPanels,
  screenerPanels,
  workersPanels,
} from './own-panels.ts'
import type { Block, CatalogueService, Objective, Panel, Work } from './types.ts'

interface Description {
  readonly name: ServiceName
  readonly title: string
  readonly label?: string
  readonly downEffect: string
  readonly objectives: readonly Objective[]
  readonly ownPanels: readonly Panel[]
  /** Workers answer no requests. */
  readonly work?: Work
  readonly traffic?: readonly Panel[]
}

/**
 * Every service with its promises, panels and alerts: the one source of the pages under /ops and of what is generated for
 * Prometheus and Grafana.
 */
export const catalogue: readonly CatalogueService[] = [
  describe({
    name: 'gateway',
    title: 'Gateway',
    downEffect: 'Nobody can open Callwright.',
    objectives: gatewayObjectives,
    ownPanels: gatewayPanels,
  }),
  describe({
    name: 'auth',
    title: 'Sign-in',
    downEffect: 'Nobody can sign in; who is signed in goes on.',
    objectives: authObjectives,
    ownPanels: authPanels,
  }),
  describe({
    name: 'market-data',
    title: 'Market data',
    downEffect: 'No new prices and no chains; the screen stays, positions are without figures.',
    objectives: marketDataObjectives,
    ownPanels: marketDataPanels,
  }),
  describe({
    name: 'screener',
    title: 'Screener',
    downEffect: 'The screen cannot be loaded.',
    objectives: screenerObjectives,
    ownPanels: screenerPanels,
  }),
  describe({
    name: 'workers',
    title: 'Workers',
    label: 'screener-worker',
    downEffect: 'The screen stays as it is and grows old: nothing refreshes it.',
    objectives: workersObjectives,
    ownPanels: workersPanels,
    work: jobWork,
    traffic: workersPanels.filter(({ id }) => id === 'throughput' || id === 'job-latency'),
  }),
  describe({
    name: 'portfolio',
    title: 'Portfolio',
    downEffect: 'Positions cannot be seen or saved.',
    objectives: portfolioObjectives,
    ownPanels: portfolioPanels,
  }),
  describe({
    name: 'coach',
    title: 'Coach',
    downEffect: 'The coach apologizes instead of answering.',
    objectives: coachObjectives,
    ownPanels: coachPanels,
  }),
]

/** The catalogue's entry of a service. */
export function getService(name: ServiceName): CatalogueService {
  const found = catalogue.find((service) => service.name === name)
  if (found === undefined) throw new Error(`The catalogue lacks ${name}`)
  return found
}

function describe({
  ownPanels,
  traffic = trafficPanels,
  work = requestWork,
  ...service
}: Description): CatalogueService {
  const label = service.label ?? service.name
  const own = ownPanels.filter((panel) => !traffic.includes(panel))
  const blocks: readonly Block[] = [
    { id: 'verdict', title: 'Verdict', panels: verdictPanels(service.objectives) },
    { id: 'traffic', title: 'Rate, errors, duration', panels: traffic },
    { id: 'dependencies', title: 'Dependencies', panels: dependencyPanels },
    { id: 'saturation', title: 'Saturation', panels: saturationPanels },
    { id: 'own', title: 'Its own', panels: own },
    { id: 'alerts', title: 'Alerts', panels: alertPanels },
  ]
  return { ...service, label, work, blocks, alerts: listAlerts(service) }
}
