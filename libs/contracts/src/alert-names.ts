/** Kinds and limits of alerts as plain data. This file imports nothing, so the browser can load it without schema code. */

export const MAX_ALERT_RULES = 100
export const MAX_ALERT_CHANNELS = 10
/** Messages in an inbox; older ones are deleted. */
export const MAX_ALERT_MESSAGES = 1_000
export const MAX_ALERT_TARGET_LENGTH = 2_000

/** The rule on everything that the portfolio lists as a reason to look at a position. */
export const attentionRuleKinds = ['attention'] as const
/** Rules on the user's positions: on one of them, or on all. */
export const positionRuleKinds = [
  'delta',
  'days_left',
  'profit_captured',
  'dividend',
  'earnings',
  'near_strike',
  'above_strike',
  'expiration_day',
] as const
export const stockRuleKinds = [
  'price_above',
  'price_below',
  'iv_rank_above',
  'iv_rank_below',
  'rating',
  'best_yield',
] as const
export const screenRuleKinds = ['new_entries'] as const
export const alertRuleKinds = [
  ...attentionRuleKinds,
  ...positionRuleKinds,
  ...stockRuleKinds,
  ...screenRuleKinds,
] as const
export type AlertRuleKind = (typeof alertRuleKinds)[number]

export const alertSubjects = ['position', 'stock', 'screen'] as const
/** Unit of a rule's limit. */
export const alertUnits = ['delta', 'days', 'percent', 'dollars', 'points'] as const

export const alertChannelKinds = ['app', 'email', 'webhook', 'push'] as const
export type AlertChannelKind = (typeof alertChannelKinds)[number]

/** Id of the channel that every user has: the inbox in the app. */
export const APP_CHANNEL = 'app'

export const alertDeliveryStates = ['pending', 'sent', 'failed'] as const
/** Why a pending delivery waits. */
export const alertHolds = ['quiet_hours', 'digest', 'retry'] as const
