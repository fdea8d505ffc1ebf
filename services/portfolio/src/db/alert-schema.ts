import type { AlertChannelKind, AlertDelivery, AlertRule, AlertRuleKind, Success } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** JSON that is read as written, and written as text. */
type Json<T> = ColumnType<T, string, string>

interface AlertSettingsTable {
  userId: string
  timeZone: Generated<string>
  quietFrom: string | null
  quietTo: string | null
  digestAt: string | null
}

interface AlertRuleTable {
  userId: string
  id: string
  kind: AlertRuleKind
  positionId: string | null
  symbol: string | null
  screenId: string | null
  limitValue: number | null
  /** Name of the position or screen, as of the last evaluation. */
  subjectName: string | null
  enabled: boolean
  /** Whether a demo account set the rule; the screener is asked as such. */
  isDemo: Generated<boolean>
  version: Generated<number>
  state: Generated<AlertRule['state']>
  stateNote: string | null
  /** Memory of a rule on a screen between evaluations. */
  memory: Json<unknown> | null
  /** Refresh of the market, and the user's last event, at the last evaluation. */
  evaluatedMarket: string | null
  evaluatedSequence: number | null
  evaluatedAt: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface AlertChannelTable {
  userId: string
  id: string
  kind: AlertChannelKind
  name: string
  target: Json<unknown>
  enabled: boolean
  hideAmounts: boolean
  verified: boolean
  unsubscribeToken: string
  codeHash: string | null
  codeTries: Generated<number>
  codeSentAt: Date | null
  testedAt: Date | null
  lastSentAt: Date | null
  failedAt: Date | null
  failure: string | null
  /** The process that is sending to this channel, until a time after which another one may take over. */
  leaseOwner: string | null
  leasedUntil: Date | null
  createdAt: Generated<Date>
}

interface AlertMessageTable {
  sequence: GeneratedAlways<number>
  id: string
  userId: string
  /** Null for a test message. */
  ruleId: string | null
  kind: AlertRuleKind | null
  /** Together with the rule and the day, an event's identity: there is one message for it. */
  eventKey: string
  marketDay: IsoDate
  title: string
  sentence: string
  plainTitle: string
  plainSentence: string
  rule: string
  positionId: string | null
  symbol: string | null
  screenId: string | null
  path: string
  asOf: Date | null
  dataClass: Success<'portfolio.list'>['data_class']
  createdAt: Generated<Date>
  readAt: Date | null
}

interface AlertDeliveryTable {
  sequence: GeneratedAlways<number>
  id: string
  userId: string
  messageId: string
  channelId: string
  channelKind: AlertChannelKind
  channelName: string
  state: AlertDelivery['state']
  held: AlertDelivery['held']
  /** Time of the digest that this belongs to; a digest sends everything with the same time. */
  digestFor: Date | null
  attempts: Generated<number>
  error: string | null
  nextAttemptAt: Date | null
  sentAt: Date | null
  createdAt: Generated<Date>
}

interface CalendarFeedTable {
  userId: string
  token: string
  createdAt: Generated<Date>
}

export interface AlertTables {
  alertSettings: AlertSettingsTable
  alertRule: AlertRuleTable
  alertChannel: AlertChannelTable
  alertMessage: AlertMessageTable
  alertDelivery: AlertDeliveryTable
  calendarFeed: CalendarFeedTable
}
