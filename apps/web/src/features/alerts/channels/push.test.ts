import { expect, test } from '@jest/globals'
import { findPushObstacle, type PushParts, subscribeToPush, unsubscribeFromPush } from './push.ts'

interface Fake {
  readonly permission?: NotificationPermission
  /** Answer of the user. */
  readonly answer?: NotificationPermission
  readonly hasWorker?: boolean
  readonly refuses?: boolean
  readonly hasOld?: boolean
}

function createBrowser({ permission = 'default', answer = 'granted', hasWorker = true, ...rest }: Fake = {}) {
  const log: string[] = []
  const subscription = (name: string) => ({
    unsubscribe: async () => log.push(`unsubscribe ${name}`),
    toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: 'key', auth: 'auth' } }),
  })
  const registration = {
    pushManager: {
      getSubscription: async () => (rest.hasOld ? subscription('old') : null),
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        log.push(`subscribe ${JSON.stringify(options)}`)
        if (rest.refuses) throw new DOMException('push service not available', 'AbortError')
        return subscription('new')
      },
    },
  } as unknown as ServiceWorkerRegistration
  const parts: PushParts = {
    isSecure: true,
    hasPush: true,
    notifications: { permission, requestPermission: async () => answer },
    workers: {
      getRegistration: async () => (hasWorker ? registration : undefined),
      ready: hasWorker ? Promise.resolve(registration) : new Promise(() => {}),
    },
  }
  return { parts, log }
}

test('subscribes with the key, and replaces an earlier subscription', async () => {
  const { parts, log } = createBrowser({ hasOld: true })
  expect(await subscribeToPush(parts, 'BKey')).toEqual({
    ok: true,
    target: { endpoint: 'https://push.example/new', keys: { p256dh: 'key', auth: 'auth' } },
  })
  expect(log).toEqual(['unsubscribe old', 'subscribe {"userVisibleOnly":true,"applicationServerKey":"BKey"}'])
})

test.each([
  ['permission is denied now', { answer: 'denied' }, /blocks notifications/],
  ['permission was denied before', { permission: 'denied' }, /site settings/],
  ['the question is dismissed', { answer: 'default' }, /choose Allow/],
  ['no service worker runs', { hasWorker: false }, /not available in development/],
  ['the push service is away', { refuses: true }, /Check the connection/],
] satisfies [string, Fake, RegExp][])('says what to do if %s', async (_case, fake, reason) => {
  expect(await subscribeToPush(createBrowser(fake).parts, 'BKey')).toEqual({
    ok: false,
    reason: expect.stringMatching(reason),
  })
})

test('says why a browser cannot receive messages before it asks', () => {
  const { parts } = createBrowser()
  expect(findPushObstacle(parts)).toBeNull()
  expect(findPushObstacle({ ...parts, isSecure: false })).toMatch(/https/)
  expect(findPushObstacle({ ...parts, workers: undefined })).toMatch(/Home Screen/)
  expect(findPushObstacle({ ...parts, hasPush: false })).toMatch(/Home Screen/)
  expect(findPushObstacle({ ...parts, notifications: undefined })).toMatch(/Home Screen/)
})

test('ends a subscription, if there is one', async () => {
  const { parts, log } = createBrowser({ hasOld: true })
  await unsubscribeFromPush(parts)
  await unsubscribeFromPush(createBrowser({ hasWorker: false }).parts)
  await unsubscribeFromPush({ ...parts, workers: undefined })
  expect(log).toEqual(['unsubscribe old'])
})
