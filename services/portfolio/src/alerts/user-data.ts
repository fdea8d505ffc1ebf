import type { AlertUserData } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { CalendarStore } from '../calendar/calendar-store.ts'
import type { Tables } from '../db/schema.ts'
import { toWireChannel } from './delivery/channel-routes.ts'
import type { ChannelStore } from './delivery/channel-store.ts'
import { toWireSettings } from './delivery/send-time.ts'
import type { MessageStore } from './messages/message-store.ts'
import { toWireDelivery, toWireMessage } from './messages/wire-message.ts'
import { toWireRule } from './rules/rule-routes.ts'
import { lockAlerts, type RuleStore } from './rules/rule-store.ts'

const ALL = { limit: 100_000, before: null }

const userTables = [
  'alertDelivery',
  'alertMessage',
  'alertRule',
  'alertChannel',
  'alertSettings',
  'calendarFeed',
] as const

/** Everything that alerts store about a user, to erase or export it. */
export function createAlertUserData(
  database: Kysely<Tables>,
  stores: {
    readonly rules: RuleStore
    readonly channels: ChannelStore
    readonly messages: MessageStore
    readonly calendar: CalendarStore
  },
) {
  const { rules, channels, messages, calendar } = stores
  return translateErrors({
    /** Erases all of it. An evaluation that is running waits, and finds no rules afterwards. */
    erase: (userId: string): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        await lockAlerts(transaction, userId)
        for (const table of userTables) await transaction.deleteFrom(table).where('userId', '=', userId).execute()
      }),

    async read(userId: string): Promise<AlertUserData> {
      return {
        rules: (await rules.list(userId)).map(toWireRule),
        channels: (await channels.list(userId)).map(toWireChannel),
        messages: (await messages.list(userId, { ...ALL, unreadOnly: false })).map(toWireMessage),
        deliveries: (await messages.listDeliveries(userId, ALL)).map(toWireDelivery),
        settings: toWireSettings(await channels.readSchedule(userId)),
        has_calendar: (await calendar.find(userId)) !== null,
      }
    },
  })
}

export type AlertUserDataStore = ReturnType<typeof createAlertUserData>
