import type { PrecacheEntry } from 'workbox-precaching'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { openAlert, readAlert } from './alerts.ts'
import { answerNavigation, findDocument, isPage } from './pages.ts'

// The service worker. It keeps the application's files on the device and shows alerts. It never sees or stores a
// response of the API: the application itself keeps the figures to show offline (`api/stored-answers.ts`).

declare const self: ServiceWorkerGlobalScope
declare const PRECACHE: PrecacheEntry[]

/** Every file of the build, which `vite.worker.config.ts` lists and inserts. */
const files = PRECACHE

const NETWORK_MS = 3_000

// Comes before the route of the precache, which would answer `/` without asking the network.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isPage(url.pathname),
  ({ request, url, event }) =>
    answerNavigation({
      load: async () => (await (event as FetchEvent).preloadResponse) ?? fetch(request),
      findShell: () => matchPrecache(findDocument(url.pathname)),
      wait: () => new Promise((resolve) => setTimeout(resolve, NETWORK_MS)),
    }),
)
precacheAndRoute(files, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

self.addEventListener('activate', (event) => {
  // The request for a page does not wait for the worker to start.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  const { type, files: used } = (event.data ?? {}) as { readonly type?: unknown; readonly files?: readonly string[] }
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === 'IS_SAME_BUILD') event.waitUntil(compareBuild(event, used ?? []))
})

/**
 * Replies whether the page, which uses these files, runs this worker's build. If so, and no other page is open, the worker takes over at once:
 * no page could lose the files of an earlier build.
 */
async function compareBuild(event: ExtendableMessageEvent, used: readonly string[]): Promise<void> {
  const isSame = used.every((path) => files.some(({ url }) => url === path))
  event.ports[0]?.postMessage(isSame)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (isSame && pages.length <= 1) await self.skipWaiting()
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = readAlert(event.data?.text() ?? null)
  const options = { body, icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', data: { path } }
  event.waitUntil(self.registration.showNotification(title, tag === null ? options : { ...options, tag }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAlert(new URL(event.notification.data.path, self.location.origin).href, self.clients))
})
