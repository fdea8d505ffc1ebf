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
  /** How to measure the service's work. Set only for workers, which serve no requests. */
  readonly work?: Work
  readonly traffic?: readonly Panel[]
}

/**
 * Every service with its SLOs, panels and alerts. The pages under /ops and the generated Prometheus and Grafana files
 * come from this catalog.
 */
export const catalogue: readonly CatalogueService[] = [
  describe({
    name: 'gateway',
    title: 'Gateway',
    downEffect: 'Callwright cannot be reached.',
    objectives: gatewayObjectives,
    ownPanels: gatewayPanels,
  }),
  describe({
    name: 'auth',
    title: 'Sign-in',
    downEffect: 'Users cannot sign in. Signed-in users are not affected.',
    objectives: authObjectives,
    ownPanels: authPanels,
  }),
  describe({
    name: 'market-data',
    title: 'Market data',
    downEffect: 'No new prices or option chains. The screener keeps its last data; positions show no figures.',
    objectives: marketDataObjectives,
    ownPanels: marketDataPanels,
  }),
  describe({
    name: 'screener',
    title: 'Screener',
    downEffect: 'The screener cannot be loaded.',
    objectives: screenerObjectives,
    ownPanels: screenerPanels,
  }),
  describe({
    name: 'workers',
    title: 'Workers',
    label: 'screener-worker',
    downEffect: 'The screener shows its last data and does not refresh.',
    objectives: workersObjectives,
    ownPanels: workersPanels,
    work: jobWork,
    traffic: workersPanels.filter(({ id }) => id === 'throughput' || id === 'job-latency'),
  }),
  describe({
    name: 'portfolio',
    title: 'Portfolio',
    downEffect: 'Positions cannot be viewed or saved.',
    objectives: portfolioObjectives,
    ownPanels: portfolioPanels,
  }),
  describe({
    name: 'coach',
    title: 'Coach',
    downEffect: 'The coach cannot answer questions.',
    objectives: coachObjectives,
    ownPanels: coachPanels,
  }),
]

export function getService(name: ServiceName): CatalogueService {
  const found = catalogue.find((service) => service.name === name)
  if (found === undefined) throw new Error(`The catalogue has no service ${name}`)
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
    { id: 'verdict', title: 'Status', panels: verdictPanels(service.objectives) },
    { id: 'traffic', title: 'Rate, errors, duration', panels: traffic },
    { id: 'dependencies', title: 'Dependencies', panels: dependencyPanels },
    { id: 'saturation', title: 'Saturation', panels: saturationPanels },
    { id: 'own', title: 'Service-specific', panels: own },
    { id: 'alerts', title: 'Alerts', panels: alertPanels },
  ]
  return { ...service, label, work, blocks, alerts: listAlerts(service) }
}
