import type { AlertDelivery, AlertMessage } from '@callwright/contracts'
import { describeData } from '../rules/rule.ts'
import type { LoggedDelivery, StoredMessage } from './message-store.ts'

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
