import { choice, mailSettings, optionalText, publicUrl } from '@callwright/service'

const permission = ['refuse', 'allow'] as const

/** Settings of the channels that leave this server. */
export const channelReaders = {
  mail: mailSettings,
  publicUrl,
  /** Whether users' webhooks and push endpoints may be in this server's own network. For tests and private servers. */
  webhookPrivateNetworks: choice('WEBHOOK_PRIVATE_NETWORKS', permission, { default: 'refuse' }),
  webhookPlainHttp: choice('WEBHOOK_PLAIN_HTTP', permission, { default: 'refuse' }),
  vapidPrivateKey: optionalText('VAPID_PRIVATE_KEY'),
}
