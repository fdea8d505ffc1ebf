import type { AlertChannelBody, AlertDelivery, AlertRuleBody, AlertRuleSpec, Success } from '@callwright/contracts'
import { type FakeCall, type FakeNetwork, refuse, reply } from './fake-network.ts'
import { buildListed, buildPositionList, buildStored } from './portfolio-server.ts'
import { createHealthyNetwork } from './render-app.tsx'

type Rule = Success<'portfolio.listAlertRules'>['rules'][number]
type Channel = Success<'portfolio.listAlertChannels'>['channels'][number]
type Message = Success<'portfolio.listAlertMessages'>['messages'][number]

const noLimit = { unit: null, min: null, max: null, step: null, default_limit: null }

const kinds: readonly AlertRuleSpec[] = [
  {
    ...{ kind: 'attention', subject: 'position', label: 'Anything that needs attention' },
    ...{ explanation: 'All reasons to look at a position.', ...noLimit },
  },
  {
    ...{ kind: 'delta', subject: 'position', label: 'Delta of at least', explanation: 'Likely to be assigned.' },
    ...{ unit: 'delta', min: 0.01, max: 1, step: 0.05, default_limit: 0.5 },
  },
  {
    ...{ kind: 'price_above', subject: 'stock', label: 'Price of at least', explanation: 'It has risen.' },
    ...{ unit: 'dollars', min: 0.01, max: 1_000_000, step: 1, default_limit: null },
  },
  {
    ...{ kind: 'new_entries', subject: 'screen', label: 'New stocks in a saved screen', explanation: 'Shown now.' },
    ...noLimit,
  },
]

export const buildRule = (changes: Partial<Rule> = {}): Rule => ({
  id: 'rule-1',
  kind: 'delta',
  subject: 'position',
  position_id: 'position-1',
  symbol: null,
  screen_id: null,
  limit: 0.2,
  enabled: true,
  sentence: 'QAAA 130 call of Aug 14, 2026: delta of at least 0.20',
  version: 3,
  state: 'holds',
  state_note: null,
  evaluated_at: '2026-07-10T20:05:00Z',
  last_message: { id: 'message-1', sentence: 'QAAA 130 call: delta is 0.22.', created_at: '2026-07-10T20:05:00Z' },
  created_at: '2026-07-01T10:00:00Z',
  updated_at: '2026-07-01T10:00:00Z',
  ...changes,
})

export const buildMessage = (changes: Partial<Message> = {}): Message => ({
  id: 'message-1',
  rule_id: 'rule-1',
  kind: 'delta',
  title: 'QAAA 130 call: delta',
  sentence: 'QAAA 130 call of Aug 14, 2026: delta is 0.22.',
  rule: 'QAAA 130 call of Aug 14, 2026: delta of at least 0.20',
  position_id: 'position-1',
  symbol: 'QAAA',
  screen_id: null,
  path: '/portfolio?selected=position-1',
  market_day: '2026-07-10',
  as_of: '2026-07-10T20:00:00Z',
  data_class: 'recorded',
  data_note: 'Recorded market: real prices from a past day.',
  created_at: '2026-07-10T20:05:00Z',
  read_at: null,
  ...changes,
})

export const buildChannel = (changes: Partial<Channel> = {}): Channel => ({
  id: 'app',
  kind: 'app',
  name: 'Inbox',
  target: null,
  enabled: true,
  hide_amounts: false,
  verified: true,
  last_sent_at: null,
  last_failure: null,
  created_at: '2026-07-01T10:00:00Z',
  ...changes,
})

const buildDelivery = (changes: Partial<AlertDelivery> = {}): AlertDelivery => ({
  id: 'delivery-1',
  message_id: 'message-1',
  title: 'QAAA 130 call: delta',
  channel_id: 'hook-1',
  channel_kind: 'webhook',
  channel_name: 'Webhook',
  state: 'sent',
  held: null,
  attempts: 1,
  error: null,
  next_attempt_at: null,
  sent_at: '2026-07-10T20:05:00Z',
  created_at: '2026-07-10T20:05:00Z',
  ...changes,
})

interface AlertData {
  rules: Rule[]
  channels: Channel[]
  messages: Message[]
  available: Channel['kind'][]
}

export interface AlertServer extends AlertData {
  readonly network: FakeNetwork
}

const idOf = ({ path }: FakeCall) => path.split('/')[5] ?? ''
const done = { status: 'success' } as const

/** A fake server with alerts, one position and one saved screen. */
export function createAlertServer(start: Partial<AlertData> = {}): AlertServer {
  const network = createHealthyNetwork()
  const data: AlertData = {
    ...{ rules: [], messages: [], channels: [buildChannel()], available: ['app', 'webhook', 'push'] },
    ...start,
  }
  const server = Object.assign(data, { network })
  const countUnread = () => server.messages.filter(({ read_at }) => read_at === null).length
  let path: string | null = null
  let settings: Success<'portfolio.getAlertSettings'>['settings'] = {
    ...{ time_zone: 'America/New_York', quiet_from: null, quiet_to: null, digest_at: null },
  }
  network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([buildListed(buildStored())])))
  network.answer('screener.listScreens', () =>
    reply('screener.listScreens', {
      ...done,
      screens: [{ id: 'screen-1', name: 'High yield', query: 'yield=20-' }],
    } as never),
  )
  network.answer('portfolio.listAlertRules', () =>
    reply('portfolio.listAlertRules', {
      ...done,
      ...{ rules: server.rules, kinds: [...kinds], max_rules: 100, evaluated_at: null },
    }),
  )
  network.answer('portfolio.putAlertRule', (call) => {
    const { version, ...body } = call.body as AlertRuleBody
    const known = server.rules.find(({ id }) => id === idOf(call))
    if (known !== undefined && known.version !== version) return refuse(409, 'This rule has changed.')
    if (body.symbol === 'NOPE') {
      return refuse(400, 'symbol NOPE is not a listed stock.', {
        errors: [{ field: 'symbol', detail: 'NOPE is not a listed stock' }],
      })
    }
    const sentence = known?.sentence ?? `${body.symbol ?? 'Any position'}: ${body.kind} ${body.limit ?? ''}`.trim()
    const rule = buildRule({
      ...{ id: idOf(call), sentence, state: 'waiting', last_message: null, evaluated_at: null },
      ...(body as Partial<Rule>),
      version: (version ?? 0) + 1,
    })
    server.rules = [...server.rules.filter(({ id }) => id !== rule.id), rule]
    return reply('portfolio.putAlertRule', { ...done, rule })
  })
  network.answer('portfolio.removeAlertRule', (call) => {
    server.rules = server.rules.filter(({ id }) => id !== idOf(call))
    return reply('portfolio.removeAlertRule', done)
  })
  network.answer('portfolio.suggestAlertRules', ({ query }) =>
    reply('portfolio.suggestAlertRules', {
      ...done,
      suggestions: [
        {
          ...{ kind: 'delta', position_id: query.get('position_id'), symbol: null, screen_id: null, limit: 0.5 },
          ...{ sentence: 'Any position: delta of at least 0.50', reason: 'Assignment is likely.', rule_id: null },
        },
      ],
    }),
  )
  network.answer('portfolio.listAlertChannels', () =>
    reply('portfolio.listAlertChannels', {
      ...done,
      ...{ channels: server.channels, available: server.available, max_channels: 10 },
    }),
  )
  network.answer('portfolio.putAlertChannel', (call) => {
    const { url, renew_secret, subscription, ...body } = call.body as AlertChannelBody
    if (url?.includes('10.0.0.1')) {
      const detail = 'The address is in a private network. Choose one that the internet can reach.'
      return refuse(400, detail, { errors: [{ field: 'url', detail }] })
    }
    const known = server.channels.find(({ id }) => id === idOf(call))
    const target = url ?? body.address ?? known?.target ?? null
    const isEmail = body.kind === 'email'
    const first = { id: idOf(call), name: isEmail ? 'Email' : 'Webhook', verified: !isEmail }
    const changes = { ...first, ...known, ...(body as Partial<Channel>), target }
    const channel = buildChannel(changes)
    server.channels = [...server.channels.filter(({ id }) => id !== channel.id), channel]
    const isNewSecret = body.kind === 'webhook' && (known === undefined || renew_secret === true)
    return reply('portfolio.putAlertChannel', { ...done, channel, secret: isNewSecret ? 'whsec_c2VjcmV0' : null })
  })
  network.answer('portfolio.removeAlertChannel', (call) => {
    server.channels = server.channels.filter(({ id }) => id !== idOf(call))
    return reply('portfolio.removeAlertChannel', done)
  })
  network.answer('portfolio.verifyAlertChannel', (call) => {
    if ((call.body as { code: string }).code !== '123456') {
      return refuse(409, 'This code is not correct or has expired.')
    }
    server.channels = server.channels.map((each) => (each.id === idOf(call) ? { ...each, verified: true } : each))
    const channel = server.channels.find(({ id }) => id === idOf(call)) ?? buildChannel()
    return reply('portfolio.verifyAlertChannel', { ...done, channel })
  })
  network.answer('portfolio.testAlertChannel', (call) =>
    reply('portfolio.testAlertChannel', {
      ...done,
      ...(idOf(call) === 'app'
        ? { outcome: 'sent', reason: null, took_ms: 12 }
        : { outcome: 'failed', reason: 'The server responded with 500', took_ms: 80 }),
    }),
  )
  const listMessages = () => ({ ...done, messages: server.messages, unread: countUnread(), next: null })
  network.answer('portfolio.listAlertMessages', () => reply('portfolio.listAlertMessages', listMessages()))
  network.answer('portfolio.countUnreadAlerts', () =>
    reply('portfolio.countUnreadAlerts', { ...done, unread: countUnread() }),
  )
  const markRead = (isMeant: (message: Message) => boolean) => {
    server.messages = server.messages.map((each) =>
      isMeant(each) ? { ...each, read_at: '2026-07-10T20:09:00Z' } : each,
    )
    return { ...done, unread: countUnread() }
  }
  network.answer('portfolio.readAlertMessage', (call) =>
    reply(
      'portfolio.readAlertMessage',
      markRead(({ id }) => id === idOf(call)),
    ),
  )
  network.answer('portfolio.readAllAlertMessages', () =>
    reply(
      'portfolio.readAllAlertMessages',
      markRead(() => true),
    ),
  )
  network.answer('portfolio.listAlertDeliveries', () =>
    reply('portfolio.listAlertDeliveries', {
      ...done,
      deliveries: [
        buildDelivery(),
        buildDelivery({ id: 'delivery-2', state: 'failed', sent_at: null, error: 'The host did not respond' }),
        buildDelivery({
          ...{ id: 'delivery-3', state: 'pending', held: 'quiet_hours', sent_at: null },
          next_attempt_at: '2026-07-11T11:00:00Z',
        }),
      ],
      next: null,
    }),
  )
  network.answer('portfolio.getAlertSettings', () => reply('portfolio.getAlertSettings', { ...done, settings }))
  network.answer('portfolio.putAlertSettings', ({ body }) => {
    settings = body as typeof settings
    return reply('portfolio.putAlertSettings', { ...done, settings })
  })
  network.answer('portfolio.alertPushKey', () => reply('portfolio.alertPushKey', { ...done, public_key: 'BKey' }))
  const describeCalendar = () => ({ ...done, path, created_at: path && '2026-07-10T20:00:00Z' })
  network.answer('portfolio.getCalendar', () => reply('portfolio.getCalendar', describeCalendar()))
  network.answer('portfolio.renewCalendar', () => {
    path = path === null ? '/api/portfolio/calendar/first.ics' : '/api/portfolio/calendar/second.ics'
    return reply('portfolio.renewCalendar', describeCalendar())
  })
  network.answer('portfolio.removeCalendar', () => {
    path = null
    return reply('portfolio.removeCalendar', describeCalendar())
  })
  return server
}
