import type { AlertDelivery, AlertMessage } from '@callwright/contracts'
import { getUser, type Handlers } from '@callwright/service'
import { describeData } from '../rules/rule.ts'
import type { LoggedDelivery, MessageStore, StoredMessage } from './message-store.ts'

type MessageRouteId =
  | 'portfolio.listAlertMessages'
  | 'portfolio.readAlertMessage'
  | 'portfolio.readAllAlertMessages'
  | 'portfolio.countUnreadAlerts'
  | 'portfolio.listAlertDeliveries'

const PAGE = 50

export function messageRoutes({
  messages,
}: {
  readonly messages: MessageStore
}): Pick<Handlers<'portfolio'>, MessageRouteId> {
  const answerUnread = async (userId: string) =>
    ({ status: 'success', unread: await messages.countUnread(userId) }) as const
  return {
    async 'portfolio.listAlertMessages'({ identity, query }) {
      const { userId } = getUser(identity)
      const { limit = PAGE, before = null, unread = false } = query
      const rows = await messages.list(userId, { limit: limit + 1, before, unreadOnly: unread })
      const shown = rows.slice(0, limit)
      return {
        status: 'success',
        messages: shown.map(toWireMessage),
        unread: await messages.countUnread(userId),
        next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },
    async 'portfolio.readAlertMessage'({ identity, params }) {
      const { userId } = getUser(identity)
      await messages.read(userId, params.id)
      return answerUnread(userId)
    },
    async 'portfolio.readAllAlertMessages'({ identity }) {
      const { userId } = getUser(identity)
      await messages.readAll(userId)
      return answerUnread(userId)
    },
    'portfolio.countUnreadAlerts': ({ identity }) => answerUnread(getUser(identity).userId),
    async 'portfolio.listAlertDeliveries'({ identity, query }) {
      const { limit = PAGE, before = null } = query
      const rows = await messages.listDeliveries(getUser(identity).userId, { limit: limit + 1, before })
      const shown = rows.slice(0, limit)
      return {
        status: 'success',
        deliveries: shown.map(toWireDelivery),
        next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    },
  }
}

const toInstant = (time: Date | null): string | null => time?.toISOString() ?? null

export const toWireMessage = (message: StoredMessage): AlertMessage => ({
  id: message.id,
  rule_id: message.ruleId,
  kind: message.kind,
  title: message.title,
  sentence: message.sentence,
  rule: message.rule,
  position_id: message.positionId,
  symbol: message.symbol,
  screen_id: message.screenId,
  path: message.path,
  market_day: message.marketDay,
  as_of: toInstant(message.asOf),
  data_class: message.dataClass,
  data_note: message.ruleId === null ? null : describeData(message.dataClass),
  created_at: message.createdAt.toISOString(),
  read_at: toInstant(message.readAt),
})

export const toWireDelivery = (delivery: LoggedDelivery): AlertDelivery => ({
  id: delivery.id,
  message_id: delivery.messageId,
  title: delivery.title,
  channel_id: delivery.channelId,
  channel_kind: delivery.channelKind,
  channel_name: delivery.channelName,
  state: delivery.state,
  held: delivery.held,
  attempts: delivery.attempts,
  error: delivery.error,
  next_attempt_at: toInstant(delivery.nextAttemptAt),
  sent_at: toInstant(delivery.sentAt),
  created_at: delivery.createdAt.toISOString(),
})
