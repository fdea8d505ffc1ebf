import { getUser, type Handlers } from '@callwright/service'
import type { MessageStore } from './message-store.ts'
import { toWireDelivery, toWireMessage } from './wire-message.ts'

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
