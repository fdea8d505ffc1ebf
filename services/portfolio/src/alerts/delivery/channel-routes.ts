import { type AlertChannel, MAX_ALERT_CHANNELS } from '@callwright/contracts'
import { getPersistentUser, getUser, type Handlers } from '@callwright/service'
import type { FastifyReply } from 'fastify'
import { invalid, unknownLink } from '../errors.ts'
import type { ChannelStore, StoredChannel } from './channel-store.ts'
import { type ChannelMeans, type Channels, showTarget } from './channels.ts'
import { isTimeZone, toWireSettings } from './send-time.ts'
import { writeUnsubscribePage } from './unsubscribe-page.ts'

type ChannelRouteId =
  | 'portfolio.listAlertChannels'
  | 'portfolio.putAlertChannel'
  | 'portfolio.removeAlertChannel'
  | 'portfolio.verifyAlertChannel'
  | 'portfolio.testAlertChannel'
  | 'portfolio.getAlertSettings'
  | 'portfolio.putAlertSettings'
  | 'portfolio.alertPushKey'
  | 'portfolio.showUnsubscribe'
  | 'portfolio.unsubscribe'

const NOT_FOR_DEMO = 'Demo accounts have alerts in the app only. Create an account to use other channels.'

export function channelRoutes(deps: {
  readonly channels: Channels
  readonly store: Pick<ChannelStore, 'readSchedule' | 'putSchedule'>
  readonly means: Pick<ChannelMeans, 'available'>
  readonly pushKey: string | null
  readonly now: () => number
}): Pick<Handlers<'portfolio'>, ChannelRouteId> {
  const { channels, store, means, pushKey, now } = deps
  return {
    async 'portfolio.listAlertChannels'({ identity }) {
      const { userId, isDemo } = getUser(identity)
      return {
        status: 'success',
        channels: (await channels.list(userId)).map(toWireChannel),
        available: isDemo ? ['app'] : [...means.available],
        max_channels: MAX_ALERT_CHANNELS,
      }
    },
    async 'portfolio.putAlertChannel'({ identity, params, body }) {
      const { userId } = body.kind === 'app' ? getUser(identity) : getPersistentUser(identity, NOT_FOR_DEMO)
      const { channel, secret } = await channels.put(userId, params.id, body)
      return { status: 'success', channel: toWireChannel(channel), secret }
    },
    async 'portfolio.removeAlertChannel'({ identity, params }) {
      await channels.remove(getUser(identity).userId, params.id)
      return { status: 'success' }
    },
    async 'portfolio.verifyAlertChannel'({ identity, params, body }) {
      const channel = await channels.verify(getUser(identity).userId, params.id, body.code)
      return { status: 'success', channel: toWireChannel(channel) }
    },
    async 'portfolio.testAlertChannel'({ identity, params }) {
      const startedMs = performance.now()
      const outcome = await channels.test(getUser(identity).userId, params.id)
      return {
        status: 'success',
        outcome: outcome.state,
        reason: outcome.state === 'sent' ? null : outcome.reason,
        took_ms: Math.round(performance.now() - startedMs),
      }
    },
    async 'portfolio.getAlertSettings'({ identity }) {
      return { status: 'success', settings: toWireSettings(await store.readSchedule(getUser(identity).userId)) }
    },
    async 'portfolio.putAlertSettings'({ identity, body }) {
      const { time_zone: timeZone, quiet_from: quietFrom, quiet_to: quietTo, digest_at: digestAt } = body
      if (!isTimeZone(timeZone)) throw invalid('time_zone', 'is not a known time zone')
      if ((quietFrom === null) !== (quietTo === null)) {
        throw invalid(quietFrom === null ? 'quiet_from' : 'quiet_to', 'must be set, or neither end of the quiet hours')
      }
      const schedule = { timeZone, quietFrom, quietTo, digestAt }
      await store.putSchedule(getUser(identity).userId, schedule, now())
      return { status: 'success', settings: toWireSettings(schedule) }
    },
    'portfolio.alertPushKey': () => ({ status: 'success', public_key: pushKey }),
    async 'portfolio.showUnsubscribe'({ params, reply }) {
      const channel = await channels.findByToken(params.token)
      if (channel === null) throw unknownLink()
      return sendPage(reply, writeUnsubscribePage({ target: showTarget(channel), isOn: channel.enabled }))
    },
    async 'portfolio.unsubscribe'({ params, reply }) {
      const channel = await channels.unsubscribe(params.token)
      if (channel === null) throw unknownLink()
      return sendPage(reply, writeUnsubscribePage({ target: showTarget(channel), isOn: false }))
    },
  }
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)

export const toWireChannel = (channel: StoredChannel): AlertChannel => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.name,
  target: showTarget(channel),
  enabled: channel.enabled,
  hide_amounts: channel.hideAmounts,
  verified: channel.verified,
  last_sent_at: channel.lastSentAt?.toISOString() ?? null,
  last_failure:
    channel.failedAt === null ? null : { at: channel.failedAt.toISOString(), reason: channel.failure ?? 'Unknown' },
  created_at: channel.createdAt.toISOString(),
})
