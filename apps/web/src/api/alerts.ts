import type { AlertChannelBody, AlertChannelKind, AlertRuleKind, Query, Success } from '@callwright/contracts'
import { alertEndpoints } from '@callwright/contracts/alert-endpoints'
import { toDomain } from '@callwright/contracts/domain-names'
import { api } from './api.ts'
import { createRequestBuilder } from './http.ts'

const request = createRequestBuilder(alertEndpoints)

type RulesWire = Success<'portfolio.listAlertRules'>
type ChannelsWire = Success<'portfolio.listAlertChannels'>
type ChannelWire = ChannelsWire['channels'][number]
type MessagesWire = Success<'portfolio.listAlertMessages'>
type DeliveriesWire = Success<'portfolio.listAlertDeliveries'>
type SettingsWire = Success<'portfolio.getAlertSettings'>['settings']

export type AlertRule = ReturnType<typeof readRule>
export type AlertKind = ReturnType<typeof readRules>['kinds'][number]
export type AlertSuggestion = ReturnType<typeof readSuggestion>
export type AlertChannel = ReturnType<typeof readChannel>
export type AlertMessage = ReturnType<typeof readMessages>['messages'][number]
export type AlertDelivery = ReturnType<typeof readDeliveries>['deliveries'][number]
export type AlertSettings = ReturnType<typeof readSettings>
export type TestResult = ReturnType<typeof readTest>

/** The subject of a rule: one position or all, a stock, or a saved screen. The others are null. */
export interface AlertSubject {
  readonly positionId: string | null
  readonly symbol: string | null
  readonly screenId: string | null
}

export interface AlertRuleDraft extends AlertSubject {
  readonly id: string
  readonly kind: AlertRuleKind
  readonly limit: number | null
  readonly enabled: boolean
  /** Version to replace; null for a new rule. */
  readonly version: number | null
}

const readRule = (wire: RulesWire['rules'][number]) => ({
  ...toDomain(wire),
  lastMessage: wire.last_message && toDomain(wire.last_message),
})

const readRules = (wire: RulesWire) => ({
  rules: wire.rules.map(readRule),
  kinds: wire.kinds.map((kind) => toDomain(kind)),
  maxRules: wire.max_rules,
})

const readSuggestion = (wire: Success<'portfolio.suggestAlertRules'>['suggestions'][number]) => toDomain(wire)

const readChannel = (wire: ChannelWire) => toDomain(wire)

const readChannels = (wire: ChannelsWire) => ({
  channels: wire.channels.map(readChannel),
  available: wire.available as readonly AlertChannelKind[],
  maxChannels: wire.max_channels,
})

const readMessages = ({ messages, next }: MessagesWire) => ({
  messages: messages.map((message) => toDomain(message)),
  next,
})

const readDeliveries = ({ deliveries, next }: DeliveriesWire) => ({
  deliveries: deliveries.map((delivery) => toDomain(delivery)),
  next,
})

const readSettings = (wire: SettingsWire) => toDomain(wire)
const readTest = ({ outcome, reason, took_ms }: Success<'portfolio.testAlertChannel'>) => ({
  outcome,
  reason,
  tookMs: took_ms,
})
const readCalendarPath = ({ path }: Success<'portfolio.getCalendar'>) => path

const writeSubject = ({ positionId, symbol, screenId }: AlertSubject): Query<'portfolio.suggestAlertRules'> => ({
  ...(positionId !== null && { position_id: positionId }),
  ...(symbol !== null && { symbol }),
  ...(screenId !== null && { screen_id: screenId }),
})

/** Pages of a list that is read from its newest entry on. */
const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
}
const writePage = (before: string | null) => (before === null ? {} : { before })

const alertsApi = api
  .enhanceEndpoints({ addTagTypes: ['AlertRule', 'AlertChannel', 'AlertMessage', 'AlertDelivery', 'Calendar'] })
  .injectEndpoints({
    endpoints: (build) => ({
      alertRules: build.query<ReturnType<typeof readRules>, void>({
        query: () => request('portfolio.listAlertRules'),
        transformResponse: readRules,
        providesTags: ['AlertRule'],
      }),
      putAlertRule: build.mutation<AlertRule, AlertRuleDraft>({
        query: ({ id, kind, positionId, symbol, screenId, limit, enabled, version }) =>
          request('portfolio.putAlertRule', {
            params: { id },
            body: {
              kind,
              position_id: positionId,
              symbol,
              screen_id: screenId,
              limit,
              enabled,
              ...(version !== null && { version }),
            },
          }),
        transformResponse: ({ rule }: Success<'portfolio.putAlertRule'>) => readRule(rule),
        // Refetches even after a failure, because an outdated list may have caused it.
        invalidatesTags: ['AlertRule'],
      }),
      removeAlertRule: build.mutation<null, string>({
        query: (id) => request('portfolio.removeAlertRule', { params: { id } }),
        transformResponse: () => null,
        invalidatesTags: ['AlertRule'],
      }),
      alertSuggestions: build.query<readonly AlertSuggestion[], AlertSubject>({
        query: (subject) => request('portfolio.suggestAlertRules', { query: writeSubject(subject) }),
        transformResponse: ({ suggestions }: Success<'portfolio.suggestAlertRules'>) => suggestions.map(readSuggestion),
        providesTags: ['AlertRule'],
      }),
      alertChannels: build.query<ReturnType<typeof readChannels>, void>({
        query: () => request('portfolio.listAlertChannels'),
        transformResponse: readChannels,
        providesTags: ['AlertChannel'],
      }),
      /** Returns a webhook's signing secret if it was created or renewed, otherwise null. */
      putAlertChannel: build.mutation<string | null, { readonly id: string; readonly body: AlertChannelBody }>({
        query: ({ id, body }) => request('portfolio.putAlertChannel', { params: { id }, body }),
        transformResponse: ({ secret }: Success<'portfolio.putAlertChannel'>) => secret,
        invalidatesTags: ['AlertChannel', 'AlertDelivery'],
      }),
      removeAlertChannel: build.mutation<null, string>({
        query: (id) => request('portfolio.removeAlertChannel', { params: { id } }),
        transformResponse: () => null,
        invalidatesTags: ['AlertChannel', 'AlertDelivery'],
      }),
      verifyAlertChannel: build.mutation<AlertChannel, { readonly id: string; readonly code: string }>({
        query: ({ id, code }) => request('portfolio.verifyAlertChannel', { params: { id }, body: { code } }),
        transformResponse: ({ channel }: Success<'portfolio.verifyAlertChannel'>) => readChannel(channel),
        invalidatesTags: ['AlertChannel'],
      }),
      testAlertChannel: build.mutation<TestResult, string>({
        query: (id) => request('portfolio.testAlertChannel', { params: { id } }),
        transformResponse: readTest,
        invalidatesTags: ['AlertChannel', 'AlertDelivery', 'AlertMessage'],
      }),
      alertMessages: build.infiniteQuery<ReturnType<typeof readMessages>, void, string | null>({
        infiniteQueryOptions: paging,
        query: ({ pageParam }) => request('portfolio.listAlertMessages', { query: writePage(pageParam) }),
        transformResponse: readMessages,
        providesTags: ['AlertMessage'],
      }),
      readAlertMessage: build.mutation<null, string>({
        query: (id) => request('portfolio.readAlertMessage', { params: { id } }),
        transformResponse: () => null,
        invalidatesTags: ['AlertMessage'],
      }),
      readAllAlertMessages: build.mutation<null, void>({
        query: () => request('portfolio.readAllAlertMessages'),
        transformResponse: () => null,
        invalidatesTags: ['AlertMessage'],
      }),
      unreadAlerts: build.query<number, void>({
        query: () => request('portfolio.countUnreadAlerts'),
        transformResponse: ({ unread }: Success<'portfolio.countUnreadAlerts'>) => unread,
        providesTags: ['AlertMessage'],
      }),
      alertDeliveries: build.infiniteQuery<ReturnType<typeof readDeliveries>, void, string | null>({
        infiniteQueryOptions: paging,
        query: ({ pageParam }) => request('portfolio.listAlertDeliveries', { query: writePage(pageParam) }),
        transformResponse: readDeliveries,
        providesTags: ['AlertDelivery'],
      }),
      alertSettings: build.query<AlertSettings, void>({
        query: () => request('portfolio.getAlertSettings'),
        transformResponse: ({ settings }: Success<'portfolio.getAlertSettings'>) => readSettings(settings),
        providesTags: ['AlertChannel'],
      }),
      putAlertSettings: build.mutation<AlertSettings, AlertSettings>({
        query: ({ timeZone, quietFrom, quietTo, digestAt }) =>
          request('portfolio.putAlertSettings', {
            body: { time_zone: timeZone, quiet_from: quietFrom, quiet_to: quietTo, digest_at: digestAt },
          }),
        transformResponse: ({ settings }: Success<'portfolio.putAlertSettings'>) => readSettings(settings),
        invalidatesTags: ['AlertChannel', 'AlertDelivery'],
      }),
      /** Null if the server has no key. */
      pushKey: build.query<string | null, void>({
        query: () => request('portfolio.alertPushKey'),
        transformResponse: ({ public_key }: Success<'portfolio.alertPushKey'>) => public_key,
      }),
      /** Secret path of the calendar feed; null if there is none. */
      calendar: build.query<string | null, void>({
        query: () => request('portfolio.getCalendar'),
        transformResponse: readCalendarPath,
        providesTags: ['Calendar'],
      }),
      renewCalendar: build.mutation<string | null, void>({
        query: () => request('portfolio.renewCalendar'),
        transformResponse: readCalendarPath,
        invalidatesTags: ['Calendar'],
      }),
      removeCalendar: build.mutation<string | null, void>({
        query: () => request('portfolio.removeCalendar'),
        transformResponse: readCalendarPath,
        invalidatesTags: ['Calendar'],
      }),
    }),
  })

export const {
  useAlertChannelsQuery,
  useAlertDeliveriesInfiniteQuery,
  useAlertMessagesInfiniteQuery,
  useAlertRulesQuery,
  useAlertSettingsQuery,
  useAlertSuggestionsQuery,
  useCalendarQuery,
  useLazyPushKeyQuery,
  usePutAlertChannelMutation,
  usePutAlertRuleMutation,
  usePutAlertSettingsMutation,
  useReadAlertMessageMutation,
  useReadAllAlertMessagesMutation,
  useRemoveAlertChannelMutation,
  useRemoveAlertRuleMutation,
  useRemoveCalendarMutation,
  useRenewCalendarMutation,
  useTestAlertChannelMutation,
  useUnreadAlertsQuery,
  useVerifyAlertChannelMutation,
} = alertsApi
