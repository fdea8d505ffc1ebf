import { catalogue } from './catalogue.ts'
import type { ServiceName } from './expressions.ts'

/** Effects on users while a service's dependency is down, keyed by the first part of the dependency's name. */
const effects: Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>> = {
  gateway: { redis: 'A sign-out takes up to a second to take effect everywhere.' },
  auth: { redis: 'Sign-in works, but failed passwords are counted per process.' },
  'market-data': {
    redis: 'Prices load more slowly because the cache is unavailable.',
    source: 'No new prices. The last known prices are shown with their time.',
    postgres: 'Past prices are refetched and may be missing.',
  },
  screener: {
    queue: 'The screener shows its last data and cannot be refreshed.',
    postgres: 'The screener shows its last data. Weights and saved screens cannot be changed.',
  },
  workers: { postgres: 'The screener shows its last data: new rows cannot be saved.' },
  coach: {
    postgres: 'The coach answers but does not remember conversations.',
    redis: 'The coach answers, but messages are counted per process.',
  },
}

/**
 * Sentence about the effect on users while a dependency is down; null if unknown. A service that is down has the same
 * effect as one that is only unreachable.
 */
export function findDependencyEffect(service: ServiceName, dependency: string): string | null {
  const [name = ''] = dependency.split(':')
  return effects[service]?.[name] ?? catalogue.find((other) => other.name === name)?.downEffect ?? null
}
