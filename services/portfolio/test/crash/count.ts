import type { Client } from 'pg'
import type { AlertMessage } from '../../src/alerts/channels/message.ts'
import { idOf, topicOf } from '../../src/alerts/channels/message-texts.ts'
import { type OutsideKind, outsideKinds, type Receipt } from './receivers.ts'
import type { Watcher } from './watchers.ts'

export interface AlertCounts {
  readonly expected: number
  readonly stored: number
  /** Alerts of a user, rule, event and session that has another alert. */
  readonly doubled: number
}

export interface ChannelCounts {
  readonly kind: OutsideKind | 'inbox'
  readonly expected: number
  /** Messages that arrived at least once. */
  readonly received: number
  readonly repeatedWithSameId: number
  readonly doubledWithAnotherId: number
  readonly lost: number
}

export async function countAlerts(database: Client, watchers: readonly Watcher[]): Promise<AlertCounts> {
  const { rows } = await database.query<{ stored: number; events: number; subjects: number }>(
    `select count(*)::int as stored,
      count(distinct (user_id, rule_id, event_key, market_day))::int as events,
      count(distinct (user_id, path))::int as subjects
    from alert_message where rule_id is not null`,
  )
  const [{ stored, events, subjects } = { stored: 0, events: 0, subjects: 0 }] = rows
  const expected = watchers.reduce((sum, { positions }) => sum + positions, 0)
  // Each user has one rule, so that its events differ by position only. The path names the position.
  return { expected, stored, doubled: stored - Math.min(events, subjects) }
}

interface DeliveryRow {
  readonly user: string
  readonly kind: OutsideKind
  readonly digestFor: string | null
  readonly ids: readonly string[]
}

/** Ids with which a channel must receive its messages, by user and kind. */
async function readSendings(database: Client): Promise<Map<string, Set<string>>> {
  const { rows } = await database.query<DeliveryRow>(
    `select user_id as user, channel_kind as kind, digest_for as "digestFor",
      array_agg(message_id::text order by sequence) as ids
    from alert_delivery
    group by user_id, channel_kind, digest_for, case when digest_for is null then message_id end`,
  )
  const sendings = new Map<string, Set<string>>()
  for (const { user, kind, ids } of rows) {
    const messages = ids.map((id) => ({ id })) as readonly Pick<AlertMessage, 'id'>[] as readonly AlertMessage[]
    const key = `${user} ${kind}`
    sendings.set(key, (sendings.get(key) ?? new Set()).add(kind === 'push' ? topicOf(messages) : idOf(messages)))
  }
  return sendings
}

/** Compares what the receivers got with what the users' positions require. */
export async function countReceipts(
  database: Client,
  { watchers, receipts }: { readonly watchers: readonly Watcher[]; readonly receipts: readonly Receipt[] },
): Promise<ChannelCounts[]> {
  const sendings = await readSendings(database)
  return outsideKinds.map((kind) => {
    const own = receipts.filter((receipt) => receipt.kind === kind)
    const isKnown = ({ user, id }: Receipt) => sendings.get(`${user} ${kind}`)?.has(id) ?? false
    const known = own.filter(isKnown)
    const received = new Set(known.map(({ user, id }) => `${user} ${id}`)).size
    const expected = watchers.reduce((sum, watcher) => sum + watcher.sendings, 0)
    return {
      kind,
      expected,
      received,
      repeatedWithSameId: known.length - received,
      doubledWithAnotherId: own.length - known.length,
      lost: expected - received,
    }
  })
}
