import { url } from '@callwright/service'
import { type Env, isSet } from './env.ts'
import {
  type CapabilityName,
  type ConfiguredProvider,
  capabilityNames,
  type ProviderDefinition,
} from './providers/provider-definition.ts'
import { providerDefinitions } from './providers/registry.ts'

export interface LiveProviders {
  readonly kind: 'live'
  readonly providers: readonly ConfiguredProvider[]
  /** Provider names by capability, in the order they are tried; a capability without a provider is absent. */
  readonly order: Readonly<Partial<Record<CapabilityName, readonly string[]>>>
  /** Notes for the operator about providers that were left out, and why. */
  readonly notes: readonly string[]
  /** Names of the providers whose terms forbid storing their data or showing it to others (D59). */
  readonly unstorable: readonly string[]
}

export interface LiveMarketConfig extends LiveProviders {
  readonly databaseUrl: string
  readonly redisQueueUrl: string
}

export type ProviderSetup = { readonly definition: ProviderDefinition } & (
  | { readonly status: 'ready'; readonly provider: ConfiguredProvider }
  /** The operator asked for this provider, but its settings are invalid. */
  | { readonly status: 'wrong'; readonly problems: readonly string[] }
  /** The provider needs no key, so it would be included automatically, but one of its settings is missing. */
  | { readonly status: 'left_out'; readonly problems: readonly string[] }
  | { readonly status: 'not_named' }
)

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] }

/** For example, `MARKET_DATA_ORDER_FUNDAMENTALS=sec,massive`. */
const orderVariable = (capability: CapabilityName) =>
  `MARKET_DATA_ORDER_${capability.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const choosable = capabilityNames.filter((capability) =>
  providerDefinitions.some((definition) => definition.capabilities.includes(capability)),
)

export const orderVariables = choosable.map(orderVariable)

export const liveVariables = [...providerDefinitions.flatMap(({ variables }) => variables), ...orderVariables]

/** Reads the named providers and the keyless ones, but not the store settings. */
export function readLiveProviders(env: Env, named: readonly string[]): Read<LiveProviders> {
  const setups = readProviderSetups(env, named)
  const { order, problems: orderProblems } = readOrder(env, setups, named)
  const wrong = setups.flatMap((setup) => (setup.status === 'wrong' ? setup.problems : []))
  const unstorable = setups.flatMap(({ status, definition }) =>
    status === 'ready' && definition.storing === 'forbidden' ? [definition.name] : [],
  )
  const faults = [...findUnknownNames(named), ...wrong, ...orderProblems, ...findPublishProblem(env, unstorable)]
  const problems = faults.length === 0 && order.quotes === undefined ? [describeNoPrices(named)] : faults
  if (problems.length > 0) return { ok: false, problems }
  const providers = setups.flatMap((setup) => (setup.status === 'ready' ? [setup.provider] : []))
  const notes = setups.flatMap((setup) =>
    setup.status === 'left_out' ? [`${setup.definition.name} is left out: ${setup.problems.join('; ')}`] : [],
  )
  return { ok: true, value: { kind: 'live', providers, order, notes, unstorable } }
}

/** An address that only this machine can reach. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/

/** Data that may not be shown to others must not be published beyond this machine. */
function findPublishProblem(env: Env, unstorable: readonly string[]): string[] {
  const address = env.PUBLISH_ADDRESS?.trim() ?? ''
  if (unstorable.length === 0 || address === '' || LOOPBACK.test(address)) return []
  return [
    `PUBLISH_ADDRESS=${address} publishes the app beyond this machine, which the terms of ${unstorable.join(', ')} forbid: remove ${unstorable.join(' and ')} from MARKET_DATA_PROVIDER, or set PUBLISH_ADDRESS to 127.0.0.1`,
  ]
}

function describeNoPrices(named: readonly string[]): string {
  const capable = providerDefinitions
    .filter(({ capabilities }) => capabilities.includes('quotes'))
    .map(({ name }) => name)
  return `MARKET_DATA_PROVIDER=${named.join(',')} provides no stock prices: add a provider that does (${capable.join(', ')})`
}

export function readLiveMarket(env: Env, named: readonly string[]): Read<LiveMarketConfig> {
  const live = readLiveProviders(env, named)
  const database = url('DATABASE_URL', ['postgres', 'postgresql'])(env)
  const queue = url('REDIS_QUEUE_URL', ['redis', 'rediss'])({ REDIS_QUEUE_URL: env.REDIS_QUEUE_URL ?? env.REDIS_URL })
  if (live.ok && database.ok && queue.ok) {
    return { ok: true, value: { ...live.value, databaseUrl: database.value, redisQueueUrl: queue.value } }
  }
  const stores = [database, queue].flatMap((store) => (store.ok ? [] : [store.problem]))
  return { ok: false, problems: [...(live.ok ? [] : live.problems), ...stores] }
}

/** Returns a sentence for the operator if any name matches no provider; otherwise, an empty list. */
export function findUnknownNames(named: readonly string[]): string[] {
  const unknown = named.filter((name) => !providerDefinitions.some((definition) => definition.name === name))
  const known = ['simulated', 'recorded', ...providerDefinitions.map(({ name }) => name)].join(', ')
  return unknown.length === 0
    ? []
    : [`MARKET_DATA_PROVIDER has unknown providers: ${unknown.join(', ')}; known: ${known}`]
}

export function readProviderSetups(env: Env, named: readonly string[]): ProviderSetup[] {
  return providerDefinitions.map((definition): ProviderSetup => {
    const isNamed = named.includes(definition.name)
    if (!isNamed && !definition.keyless) return { definition, status: 'not_named' }
    const settings = definition.readSettings(env)
    if (settings.ok) return { definition, status: 'ready', provider: settings.value }
    const isTouched = definition.variables.some((name) => isSet(env, name))
    return { definition, status: isNamed || isTouched ? 'wrong' : 'left_out', problems: settings.problems }
  })
}

/**
 * Provider order per capability: keyless providers first, since they publish the original data, then the named ones in
 * order. A `MARKET_DATA_ORDER_*` variable overrides it.
 */
export function readOrder(
  env: Env,
  setups: readonly ProviderSetup[],
  named: readonly string[],
): { readonly order: LiveProviders['order']; readonly problems: readonly string[] } {
  const placeOf = ({ name, keyless }: ProviderDefinition) => (keyless ? -1 : named.indexOf(name))
  const ready = setups.flatMap(({ status, definition }) => (status === 'ready' ? [definition] : []))
  const byPlace = ready.toSorted((a, b) => placeOf(a) - placeOf(b))
  const problems: string[] = []
  const entries = choosable.flatMap((capability): [CapabilityName, readonly string[]][] => {
    const capable = byPlace.filter(({ capabilities }) => capabilities.includes(capability))
    const [last = [], first = []] = [true, false].map((isLast) =>
      capable.filter(({ lastFor = [] }) => lastFor.includes(capability) === isLast),
    )
    const available = [...first, ...last].map(({ name }) => name)
    const variable = orderVariable(capability)
    const wanted = (env[variable] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const without = wanted.filter((name) => !available.includes(name))
    if (without.length > 0) {
      problems.push(
        `${variable} has ${without.join(', ')}, but must be one or more of: ${available.join(', ') || 'none'}`,
      )
    }
    const order = wanted.length === 0 ? available : wanted
    return order.length === 0 ? [] : [[capability, order]]
  })
  return { order: Object.fromEntries(entries), problems }
}
