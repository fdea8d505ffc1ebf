import Type, { type Static } from 'typebox'
import {
  alertChannelKinds,
  alertDeliveryStates,
  alertHolds,
  alertRuleKinds,
  alertSubjects,
  alertUnits,
  MAX_ALERT_CHANNELS,
  MAX_ALERT_MESSAGES,
  MAX_ALERT_RULES,
  MAX_ALERT_TARGET_LENGTH,
} from './alert-names.ts'
import {
  DataClass,
  Instant,
  IsoDate,
  NullableNumber,
  NullableString,
  nullable,
  PositionId,
  request,
  StatusSuccess,
  SymbolText,
} from './primitives.ts'
import { problems } from './problem.ts'

const IdParams = request({ id: PositionId })
const TokenParams = request({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' }) })
/** A calendar's file name: its secret and `.ics`. */
const CalendarParams = request({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}\\.ics$' }) })
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM in time_zone' })
const Version = Type.Integer({ minimum: 1, description: 'Increases with each change' })
const ChannelKind = Type.Enum(alertChannelKinds)

/** A kind of rule. `unit`, `min`, `max` and `default_limit` are null for a rule without a limit. */
export const AlertRuleSpec = Type.Object({
  kind: Type.Enum(alertRuleKinds),
  subject: Type.Enum(alertSubjects),
  label: Type.String({ description: 'What the limit means, such as “Delta of at least”' }),
  explanation: Type.String(),
  unit: nullable(Type.Enum(alertUnits)),
  min: NullableNumber,
  max: NullableNumber,
  step: NullableNumber,
  default_limit: NullableNumber,
})
export type AlertRuleSpec = Static<typeof AlertRuleSpec>

/** The subject of a rule: one position or all (null), a stock, or a saved screen, depending on its kind. */
const ruleTerms = {
  kind: Type.Enum(alertRuleKinds),
  position_id: Type.Optional(nullable(PositionId)),
  symbol: Type.Optional(nullable(SymbolText)),
  screen_id: Type.Optional(nullable(PositionId)),
  limit: Type.Optional(nullable(Type.Number({ minimum: -1_000_000, maximum: 1_000_000 }))),
}

export const AlertRuleBody = request({
  ...ruleTerms,
  enabled: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'Version to replace; omitted for a new rule' })),
})
export type AlertRuleBody = Static<typeof AlertRuleBody>

export const ruleStates = ['waiting', 'holds', 'does_not_hold', 'unknown', 'gone'] as const

export const AlertRule = Type.Object({
  id: Type.String(),
  kind: Type.Enum(alertRuleKinds),
  subject: Type.Enum(alertSubjects),
  position_id: NullableString,
  symbol: NullableString,
  screen_id: NullableString,
  limit: NullableNumber,
  enabled: Type.Boolean(),
  sentence: Type.String({
    description: 'The rule in words, such as “AAPL 200 call of Jan 15, 2027: delta of at least 0.50”',
  }),
  version: Version,
  state: Type.Enum(ruleStates, {
    description: '`waiting`: not evaluated yet. `unknown`: figures are missing. `gone`: its subject no longer exists',
  }),
  state_note: NullableString,
  evaluated_at: nullable(Instant),
  last_message: nullable(Type.Object({ id: Type.String(), sentence: Type.String(), created_at: Instant })),
  created_at: Instant,
  updated_at: Instant,
})
export type AlertRule = Static<typeof AlertRule>

export const AlertSuggestion = Type.Object({
  kind: Type.Enum(alertRuleKinds),
  position_id: NullableString,
  symbol: NullableString,
  screen_id: NullableString,
  limit: NullableNumber,
  sentence: Type.String(),
  reason: Type.String(),
  rule_id: Type.Union([Type.String(), Type.Null()], { description: 'Rule that already watches this; null if none' }),
})
export type AlertSuggestion = Static<typeof AlertSuggestion>

/** A browser's push subscription, as `PushSubscription.toJSON()` returns it. */
const PushTarget = request({
  endpoint: Type.String({ pattern: '^https?://', maxLength: MAX_ALERT_TARGET_LENGTH }),
  expirationTime: Type.Optional(nullable(Type.Number())),
  keys: request({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_=-]{20,200}$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_=-]{10,100}$' }),
  }),
})
export type PushTarget = Static<typeof PushTarget>

export const AlertChannelBody = request({
  kind: ChannelKind,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'Such as the name of the device' })),
  address: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: 'For email' })),
  url: Type.Optional(Type.String({ minLength: 8, maxLength: MAX_ALERT_TARGET_LENGTH, description: 'For webhook' })),
  subscription: Type.Optional(PushTarget),
  enabled: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  hide_amounts: Type.Optional(
    Type.Boolean({ description: 'Sends texts without amounts. Default: false; true for push' }),
  ),
  renew_secret: Type.Optional(Type.Boolean({ description: 'For webhook: creates another signing secret' })),
})
export type AlertChannelBody = Static<typeof AlertChannelBody>

export const AlertChannel = Type.Object({
  id: Type.String(),
  kind: ChannelKind,
  name: Type.String(),
  target: Type.Union([Type.String(), Type.Null()], { description: 'Address, URL, or host of the push service' }),
  enabled: Type.Boolean(),
  hide_amounts: Type.Boolean(),
  verified: Type.Boolean({ description: 'False until the code sent to an email address was entered' }),
  last_sent_at: nullable(Instant),
  last_failure: nullable(Type.Object({ at: Instant, reason: Type.String() })),
  created_at: Instant,
})
export type AlertChannel = Static<typeof AlertChannel>

export const AlertMessage = Type.Object({
  id: Type.String(),
  rule_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for a test message' }),
  kind: nullable(Type.Enum(alertRuleKinds)),
  title: Type.String(),
  sentence: Type.String(),
  rule: Type.String({ description: 'The rule in words' }),
  position_id: NullableString,
  symbol: NullableString,
  screen_id: NullableString,
  path: Type.String({ description: 'Page of the app with the row' }),
  market_day: IsoDate,
  as_of: nullable(Instant),
  data_class: DataClass,
  data_note: NullableString,
  created_at: Instant,
  read_at: nullable(Instant),
})
export type AlertMessage = Static<typeof AlertMessage>

export const AlertDelivery = Type.Object({
  id: Type.String(),
  message_id: Type.String(),
  title: Type.String(),
  channel_id: Type.String(),
  channel_kind: ChannelKind,
  channel_name: Type.String(),
  state: Type.Enum(alertDeliveryStates),
  held: nullable(Type.Enum(alertHolds, { description: 'Why a pending delivery waits' })),
  attempts: Type.Integer(),
  error: NullableString,
  next_attempt_at: nullable(Instant),
  sent_at: nullable(Instant),
  created_at: Instant,
})
export type AlertDelivery = Static<typeof AlertDelivery>

export const AlertSettings = Type.Object({
  time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, such as America/New_York' }),
  quiet_from: nullable(ClockTime),
  quiet_to: nullable(ClockTime),
  digest_at: Type.Union([ClockTime, Type.Null()], {
    description: 'Sends the messages of a day together at this time; null sends each at once',
  }),
})
export type AlertSettings = Static<typeof AlertSettings>

/** Alerts of one user, for the export of an account. Secrets are left out. */
export const AlertUserData = Type.Object({
  rules: Type.Array(AlertRule),
  channels: Type.Array(AlertChannel),
  messages: Type.Array(AlertMessage),
  deliveries: Type.Array(AlertDelivery),
  settings: AlertSettings,
  has_calendar: Type.Boolean(),
})
export type AlertUserData = Static<typeof AlertUserData>

const Count = Type.Integer({ minimum: 0 })
const PageLimit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' }))
const Before = Type.Optional(PositionId)

const RuleAnswer = {
  200: Type.Object({ status: StatusSuccess, rule: AlertRule }),
  ...problems(400, 401, 404, 409, 503),
}
const RemovedAnswer = { 200: Type.Object({ status: StatusSuccess }), ...problems(400, 401, 404, 503) }
const UnreadAnswer = { 200: Type.Object({ status: StatusSuccess, unread: Count }), ...problems(400, 401, 404, 503) }
const SettingsAnswer = {
  200: Type.Object({ status: StatusSuccess, settings: AlertSettings }),
  ...problems(400, 401, 503),
}
const CalendarAnswer = {
  200: Type.Object({
    status: StatusSuccess,
    path: Type.Union([Type.String(), Type.Null()], { description: 'Secret path of the feed; null if there is none' }),
    created_at: nullable(Instant),
  }),
  ...problems(401, 503),
}
const page = { 200: Type.String({ description: 'A page' }), ...problems(400, 404, 503) }

export const alertSchemas = {
  'portfolio.listAlertRules': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        rules: Type.Array(AlertRule, { maxItems: MAX_ALERT_RULES }),
        kinds: Type.Array(AlertRuleSpec),
        max_rules: Type.Integer(),
        evaluated_at: nullable(Instant),
      }),
      ...problems(401, 503),
    },
  },
  'portfolio.putAlertRule': { params: IdParams, body: AlertRuleBody, responses: RuleAnswer },
  'portfolio.removeAlertRule': { params: IdParams, responses: RemovedAnswer },
  'portfolio.suggestAlertRules': {
    query: request({
      position_id: Type.Optional(PositionId),
      symbol: Type.Optional(SymbolText),
      screen_id: Type.Optional(PositionId),
    }),
    responses: {
      200: Type.Object({ status: StatusSuccess, suggestions: Type.Array(AlertSuggestion) }),
      ...problems(400, 401, 404, 503),
    },
  },
  'portfolio.listAlertChannels': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        channels: Type.Array(AlertChannel, { maxItems: MAX_ALERT_CHANNELS }),
        available: Type.Array(ChannelKind, { description: 'Kinds that the operator has set up' }),
        max_channels: Type.Integer(),
      }),
      ...problems(401, 503),
    },
  },
  'portfolio.putAlertChannel': {
    params: IdParams,
    body: AlertChannelBody,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        channel: AlertChannel,
        secret: Type.Union([Type.String(), Type.Null()], {
          description: 'Signing secret of a webhook, only when it was created or renewed',
        }),
      }),
      ...problems(400, 401, 409, 429, 503),
    },
  },
  'portfolio.removeAlertChannel': { params: IdParams, responses: RemovedAnswer },
  'portfolio.verifyAlertChannel': {
    params: IdParams,
    body: request({ code: Type.String({ pattern: '^\\s*\\d{6}\\s*$' }) }),
    responses: {
      200: Type.Object({ status: StatusSuccess, channel: AlertChannel }),
      ...problems(400, 401, 404, 409, 429, 503),
    },
  },
  'portfolio.testAlertChannel': {
    params: IdParams,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        outcome: Type.Enum(['sent', 'failed']),
        reason: NullableString,
        took_ms: Type.Integer(),
      }),
      ...problems(400, 401, 404, 409, 429, 503),
    },
  },
  'portfolio.listAlertMessages': {
    query: request({ limit: PageLimit, before: Before, unread: Type.Optional(Type.Boolean()) }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        messages: Type.Array(AlertMessage, { description: 'Newest first', maxItems: MAX_ALERT_MESSAGES }),
        unread: Count,
        next: Type.Union([Type.String(), Type.Null()], { description: 'Send as `before` for the next page' }),
      }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.readAlertMessage': { params: IdParams, responses: UnreadAnswer },
  'portfolio.readAllAlertMessages': { responses: UnreadAnswer },
  'portfolio.countUnreadAlerts': { responses: UnreadAnswer },
  'portfolio.listAlertDeliveries': {
    query: request({ limit: PageLimit, before: Before }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        deliveries: Type.Array(AlertDelivery, { description: 'Newest first' }),
        next: NullableString,
      }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.getAlertSettings': { responses: SettingsAnswer },
  'portfolio.putAlertSettings': { body: request(AlertSettings.properties), responses: SettingsAnswer },
  'portfolio.alertPushKey': {
    responses: {
      200: Type.Object({ status: StatusSuccess, public_key: NullableString }),
      ...problems(401, 503),
    },
  },
  'portfolio.showUnsubscribe': { params: TokenParams, responseTypes: ['text/html'], responses: page },
  'portfolio.unsubscribe': {
    params: TokenParams,
    responseTypes: ['text/html'],
    responses: page,
  },
  'portfolio.getCalendar': { responses: CalendarAnswer },
  'portfolio.renewCalendar': { responses: CalendarAnswer },
  'portfolio.removeCalendar': { responses: CalendarAnswer },
  'portfolio.calendarFeed': {
    params: CalendarParams,
    responseTypes: ['text/calendar'],
    responses: { 200: Type.String({ description: 'iCalendar' }), ...problems(400, 404, 503) },
  },
} as const
