import type { AlertChannelBody } from '@callwright/contracts'

export type PushTarget = NonNullable<AlertChannelBody['subscription']>

/** Browser APIs for push messages. An API that the browser lacks is undefined. */
export interface PushParts {
  readonly isSecure: boolean
  readonly workers: Pick<ServiceWorkerContainer, 'getRegistration' | 'ready'> | undefined
  readonly hasPush: boolean
  readonly notifications: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined
}

export const readPushParts = (): PushParts => ({
  isSecure: window.isSecureContext,
  // The DOM types say otherwise, but these are undefined in some browsers.
  workers: (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker,
  hasPush: 'PushManager' in window,
  notifications: (window as { readonly Notification?: typeof Notification }).Notification,
})

const words = {
  insecure: 'Push needs a secure connection. Open Callwright at an address that begins with https://.',
  unsupported:
    'This browser has no push messages. On an iPhone or iPad, add Callwright to the Home Screen and open it there.',
  denied:
    'This browser blocks notifications from Callwright. Allow them in the site settings, which open from the icon beside the address, then try again.',
  noAnswer: 'You have not allowed notifications. Try again, and choose Allow when the browser asks.',
  noWorker:
    'The part of Callwright that receives messages in the background is not running. Reload the page, then try again. It is not available in development.',
  noService: 'The browser could not reach its push service. Check the connection, then try again.',
} as const

/** Why this browser cannot receive push messages, and how to change that; null if it can. */
export function findPushObstacle({ isSecure, workers, hasPush, notifications }: PushParts): string | null {
  if (!isSecure) return words.insecure
  if (workers === undefined || !hasPush || notifications === undefined) return words.unsupported
  return notifications.permission === 'denied' ? words.denied : null
}

export type Subscribed =
  | { readonly ok: true; readonly target: PushTarget }
  | { readonly ok: false; readonly reason: string }

const fail = (reason: string): Subscribed => ({ ok: false, reason })

/** Asks for permission and subscribes this browser to push messages that are signed with this key. */
export async function subscribeToPush(parts: PushParts, publicKey: string): Promise<Subscribed> {
  const obstacle = findPushObstacle(parts)
  const { workers, notifications } = parts
  if (obstacle !== null || workers === undefined || notifications === undefined) {
    return fail(obstacle ?? words.unsupported)
  }
  const permission = await notifications.requestPermission()
  if (permission !== 'granted') return fail(permission === 'denied' ? words.denied : words.noAnswer)
  // Without a registration, `ready` would never resolve.
  if ((await workers.getRegistration()) === undefined) return fail(words.noWorker)
  const { pushManager } = await workers.ready
  try {
    // A subscription with another key would be refused.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    return { ok: true, target: subscription.toJSON() as PushTarget }
  } catch {
    return fail(words.noService)
  }
}

/** Ends this browser's subscription, so that its push service discards later messages. */
export async function unsubscribeFromPush({ workers }: PushParts): Promise<void> {
  const registration = await workers?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
