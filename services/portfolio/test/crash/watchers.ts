import { inventPosition } from '../support.ts'
import type { Receivers } from './receivers.ts'
import type { Replicas } from './replicas.ts'

/** Users of one stock have their alerts after the first refresh, those of the other one after the second. */
export const stocks = ['KO', 'PEP'] as const

/** A call of this delta makes every rule hold. */
export const FIRING_DELTA = 0.7
const LIMIT = 0.6

const FEW = 8
/** So many alerts of one refresh are sent together. */
const MANY = 20
const EVERY = 10
/** The service sends more alerts than this together. */
const MAX_SINGLE = 10
const AT_ONCE = 8

export interface Watcher {
  readonly name: string
  readonly symbol: (typeof stocks)[number]
  readonly positions: number
  /** Messages that each channel but the inbox must receive. */
  readonly sendings: number
}

/** Divides positions among users, of whom every tenth has so many that a digest is sent. */
export function listWatchers(positions: number): Watcher[] {
  const watchers: Watcher[] = []
  for (let left = positions; left > 0; ) {
    const index = watchers.length
    const count = Math.min(left, index % EVERY === EVERY - 1 ? MANY : FEW)
    watchers.push({
      name: `watcher-${index}`,
      symbol: stocks[index % 2] ?? 'KO',
      positions: count,
      sendings: count > MAX_SINGLE ? 1 : count,
    })
    left -= count
  }
  return watchers
}

/** Gives each user positions, every channel, and a rule that does not hold yet. */
export async function setUp(watchers: readonly Watcher[], replicas: Replicas, receivers: Receivers): Promise<void> {
  const left = watchers.values()
  const work = async () => {
    for (const watcher of left) await setUpOne(watcher, replicas, receivers)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function setUpOne({ name: user, symbol, positions }: Watcher, { get }: Replicas, receivers: Receivers) {
  const rows = Array.from({ length: positions }, (_, index) =>
    inventPosition({ id: `${symbol}-${index}`, ticker: symbol, strike_price: 60 + index }),
  )
  await get('portfolio.migrate', { user, body: rows })
  const channels = [
    { kind: 'email', address: receivers.addressOf(user) },
    { kind: 'webhook', url: receivers.hookOf(user) },
    { kind: 'push', subscription: receivers.subscriptionOf(user) },
  ]
  for (const body of channels) await get('portfolio.putAlertChannel', { user, params: { id: body.kind }, body })
  const code = receivers.readCode(user)
  await get('portfolio.verifyAlertChannel', { user, params: { id: 'email' }, body: { code } })
  await get('portfolio.putAlertRule', { user, params: { id: 'rule' }, body: { kind: 'delta', limit: LIMIT } })
}
