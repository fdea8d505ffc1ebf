import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startMailServer } from '@callwright/service/testing/mail-server'
import { startHttpReceiver } from '../channels/http-receiver.ts'
import { createPushBrowser } from '../channels/push-browser.ts'
import type { Random } from './random.ts'

/** A receiver takes up to that long between having a message and its response, so that kills fall between the two. */
const MAX_RESPONSE_MS = 1_000

export const outsideKinds = ['email', 'webhook', 'push'] as const
export type OutsideKind = (typeof outsideKinds)[number]

/** A message as a receiver got it. The id is the one by which receivers recognize a repetition. */
export interface Receipt {
  readonly kind: OutsideKind
  readonly user: string
  readonly id: string
}

/** Opens a mail server, a webhook and a push service, which respond after random pauses. */
export async function openReceivers(random: Random) {
  const pause = () => delay(random.between(0, MAX_RESPONSE_MS))
  const respond = (response: ServerResponse) => void pause().then(() => response.writeHead(204).end())
  const browser = createPushBrowser()
  const [mail, hook, pushService] = await Promise.all([
    startMailServer({}, pause),
    startHttpReceiver(respond),
    startHttpReceiver(respond),
  ])
  const userOf = (path: string) => path.split('/').at(-1) ?? ''

  return {
    mailPort: mail.port,
    addressOf: (user: string) => `${user}@example.com`,
    hookOf: (user: string) => `${hook.url}/${user}`,
    subscriptionOf: (user: string) => browser.subscribe(`${pushService.url}/${user}`),
    /** The code of the first email to a user. */
    readCode(user: string): string | null {
      const sent = mail.mails.find(({ to }) => to.includes(this.addressOf(user)))
      return /Your code is (\d{6})/.exec(sent?.text ?? '')?.[1] ?? null
    },
    /** All messages except the emails with codes. */
    listReceipts: (): Receipt[] => [
      ...mail.mails
        .filter(({ text }) => !text.includes('Your code is'))
        .map(({ to, headers }) => ({
          kind: 'email' as const,
          user: to[0]?.split('@')[0] ?? '',
          id: headers['message-id']?.slice(1).split('@')[0] ?? '',
        })),
      ...hook.posts.map(({ path, headers }) => ({
        kind: 'webhook' as const,
        user: userOf(path),
        id: String(headers['webhook-id']),
      })),
      ...pushService.posts.map(({ path, headers }) => ({
        kind: 'push' as const,
        user: userOf(path),
        id: String(headers.topic),
      })),
    ],
    close: () => Promise.all([mail.close(), hook.close(), pushService.close()]),
  }
}

export type Receivers = Awaited<ReturnType<typeof openReceivers>>
