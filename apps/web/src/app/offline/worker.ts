import { messageSW, Workbox } from 'workbox-window'
import { followTyping, showUpdate } from './update-notice.tsx'

/** How often a page that stays open looks for a new version. */
const CHECK_EVERY_MS = 3_600_000

/**
 * Registers the service worker, which keeps the application's files on this device, and offers to reload when a new
 * version is ready. The application works without the worker: a failure to install it changes nothing.
 */
export async function startWorker(): Promise<void> {
  followTyping()
  const worker = new Workbox('/sw.js')
  /** Whether the user of this page asked for the new version. */
  let isWanted = false
  worker.addEventListener('waiting', async ({ sw }) => {
    if (await runsBuildOf(sw)) return
    showUpdate(() => {
      isWanted = true
      worker.messageSkipWaiting()
    })
  })
  worker.addEventListener('controlling', async ({ sw }) => {
    if (isWanted) window.location.reload()
    // Another page has switched to the new version. This one can no longer load the rest of its own.
    else if (!(await runsBuildOf(sw))) showUpdate(() => window.location.reload())
  })
  const registration = await worker.register()
  if (registration !== undefined) checkHourly(registration)
}

/** Whether this page runs the build of this worker. The server sends a new document before its worker is ready. */
async function runsBuildOf(worker: ServiceWorker | undefined): Promise<boolean> {
  if (worker === undefined) return true
  const files = [...document.querySelectorAll('script[src^="/assets/"], link[href^="/assets/"]')].map((element) =>
    element.getAttribute(element instanceof HTMLLinkElement ? 'href' : 'src'),
  )
  return messageSW(worker, { type: 'IS_SAME_BUILD', files })
}

function checkHourly(registration: ServiceWorkerRegistration): void {
  let checkedAtMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAtMs < CHECK_EVERY_MS) return
    checkedAtMs = Date.now()
    // Fails without a network. The next check is in an hour.
    registration.update().catch(() => {})
  })
}
