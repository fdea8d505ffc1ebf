import { catalogue } from './catalogue.ts'
import type { ServiceName } from './expressions.ts'

/** What people notice while a service works without something it asks, by the first word of that one's name. */
const effects: Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>> = {
  gateway: { redis: 'A sign-out takes up to a second to hold everywhere.' },
  auth: { redis: 'Signing in goes on; wrong passwords are counted in each process alone.' },
  'market-data': {
    redis: 'Prices come slower: each is asked for anew.',
    source: 'No new prices: the last known ones are shown, with their time.',
    postgres: 'Past prices are asked for anew, and may be missing.',
  },
  screener: {
    queue: 'The screen stays as it is and grows old; nobody can refresh it.',
    postgres: 'The screen stays as it is; weights and saved screens cannot be changed.',
  },
  workers: { postgres: 'The screen stays as it is: no row of it can be saved.' },
  coach: {
    postgres: 'The coach answers, and remembers no conversation.',
    redis: 'The coach answers; messages are counted in each process alone.',
  },
}

/** In a sentence; null where nothing is known of it. A service that cannot be reached is missed as one that is down. */
export function findDependencyEffect(service: ServiceName, dependency: string): string | null {
  const [name = ''] = dependency.split(':')
  return effects[service]?.[name] ?? catalogue.find((other) => other.name === name)?.downEffect ?? null
}
