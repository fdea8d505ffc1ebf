import { url } from '@callwright/service'
import type { Env } from './env.ts'
import {
  type CapabilityName,
  type ConfiguredProvider,
  capabilityNames,
  type ProviderDefinition,
} from './providers/provider-definition.ts'
import { providerDefinitions } from './providers/registry.ts'

/** Real providers, and who is asked first for what. */
export interface LiveMarketConfig {
  readonly kind: 'live'
  readonly providers: readonly ConfiguredProvider[]
  /** Names of providers by capability, first asked first; a capability nobody has is absent. */
  readonly order: Readonly<Partial<Record<CapabilityName, readonly string[]>>>
  /** What stays out, and why, for the operator. */
  readonly notes: readonly string[]
  /** Where bars, volatilities, fundamentals and corporate actions are kept. */
  readonly databaseUrl: string
  /** Where the scheduled jobs are. */
  readonly redisQueueUrl: string
}

type Read = { readonly ok: true; readonly value: LiveMarketConfig } | { readonly ok: false; readonly problem: string }

/** `MARKET_DATA_ORDER_FUNDAMENTALS=sec,massive` */
const orderVariable = (capability: CapabilityName) =>
  `MARKET_DATA_ORDER_${capability.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const choosable = capabilityNames.filter((capability) =>
  providerDefinitions.some((definition) => definition.capabilities.includes(capability)),
)

export const liveVariables = [
  ...providerDefinitions.flatMap(({ variables }) => variables),
  ...choosable.map(orderVariable),
]

/**
 * The named providers, and those that need no key. For each capability the ones that have it, those without a key first:
 * they are the origin of what they tell; an order of its own says otherwise.
 */
export function readLiveMarket(env: Env, named: readonly string[]): Read {
  const unknown = named.filter((name) => !providerDefinitions.some((definition) => definition.name === name))
  if (unknown.length > 0) {
    const known = ['simulated', 'recorded', ...providerDefinitions.map(({ name }) => name)].join(', ')
    return { ok: false, problem: `MARKET_DATA_PROVIDER names ${unknown.join(', ')}; known: ${known}` }
  }
  const problems: string[] = []
  const notes: string[] = []
  const read = readProviders(env, named, problems, notes)
  const definitions = read.map(({ definition }) => definition)
  const order = readOrders(env, definitions, named, problems)
  const database = url('DATABASE_URL', ['postgres', 'postgresql'])(env)
  const queue = url('REDIS_QUEUE_URL', ['redis', 'rediss'])({ REDIS_QUEUE_URL: env.REDIS_QUEUE_URL ?? env.REDIS_URL })
  if (!database.ok) problems.push(database.problem)
  if (!queue.ok) problems.push(queue.problem)
  if (problems.length > 0 || !database.ok || !queue.ok) return { ok: false, problem: problems.join('\n  - ') }
  const providers = read.map(({ provider }) => provider)
  return {
    ok: true,
    value: { kind: 'live', providers, order, notes, databaseUrl: database.value, redisQueueUrl: queue.value },
  }
}

interface ReadProvider {
  readonly definition: ProviderDefinition
  readonly provider: ConfiguredProvider
}

function readProviders(env: Env, named: readonly string[], problems: string[], notes: string[]): ReadProvider[] {
  return providerDefinitions.flatMap((definition) => {
    const isNamed = named.includes(definition.name)
    if (!isNamed && !definition.keyless) return []
    const settings = definition.readSettings(env)
    if (settings.ok) return [{ definition, provider: settings.value }]
    const isTouched = definition.variables.some((name) => (env[name]?.trim() ?? '') !== '')
    if (isNamed || isTouched) problems.push(...settings.problems)
    else notes.push(`${definition.name} is left out: ${settings.problems.join('; ')}`)
    return []
  })
}

function readOrders(
  env: Env,
  definitions: readonly ProviderDefinition[],
  named: readonly string[],
  problems: string[],
): LiveMarketConfig['order'] {
  const placeOf = ({ name, keyless }: ProviderDefinition) => (keyless ? -1 : named.indexOf(name))
  const byPlace = definitions.toSorted((a, b) => placeOf(a) - placeOf(b))
  const entries = choosable.flatMap((capability): [CapabilityName, readonly string[]][] => {
    const having = byPlace.filter(({ capabilities }) => capabilities.includes(capability)).map(({ name }) => name)
    const variable = orderVariable(capability)
    const wanted = (env[variable] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const without = wanted.filter((name) => !having.includes(name))
    if (without.length > 0) {
      problems.push(`${variable} names ${without.join(', ')}; it must be of: ${having.join(', ') || 'nobody'}`)
    }
    const order = wanted.length === 0 ? having : wanted
    return order.length === 0 ? [] : [[capability, order]]
  })
  return Object.fromEntries(entries)
}
