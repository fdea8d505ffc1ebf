/** Retries an import that failed. */
export async function retryImport<Part>(load: () => Promise<Part>): Promise<Part> {
  await restoreStyles()
  return load()
}

/** Imports code that every page uses but no page waits for. Retries until it succeeds. */
export async function retryUntilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let next = load; ; next = () => retryImport(load)) {
    try {
      return await next()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS))
    }
  }
}

const TRY_AGAIN_AFTER_MS = 10_000

/** Loads failed style sheets again. The bundler requests each one only once, so a failed one would stay missing. */
async function restoreStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([data-restored])')]
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(restoreStyle))
}

/** Adds a second link instead of replacing the first, which may still be loading while code waits for it. */
function restoreStyle(first: HTMLLinkElement): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = first.crossOrigin
  link.href = first.href
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      first.dataset.restored = ''
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`network: no styles from ${link.href}`))
    })
    first.after(link)
  })
}

/**
 * Reloads the document if the server is reachable. If it is not, a reload would replace the working application with
 * the browser's error page.
 * @returns whether the document is reloading.
 */
export async function reloadDocument(): Promise<boolean> {
  if (!navigator.onLine || !(await isServerReachable())) return false
  window.location.reload()
  return true
}

async function isServerReachable(): Promise<boolean> {
  try {
    const { status } = await window.fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })
    return status < 500
  } catch {
    return false
  }
}

/**
 * Preloads code one part at a time, while the browser is idle. If a part fails, tries it again when the network is
 * back.
 * @returns a function that stops preloading.
 */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[], afterMs: number): () => void {
  let left = loads
  const failed = new Set<(typeof loads)[number]>()
  let isEnded = false
  let cancelWait = wait(afterMs, next)
  function next(): void {
    const [load, ...others] = left
    if (load === undefined) return
    const follow = (wait: () => () => void) => {
      if (!isEnded) cancelWait = wait()
    }
    const fetched = failed.has(load) ? retryImport(load) : load()
    fetched.then(
      () => {
        left = others
        follow(() => wait(0, next))
      },
      () => {
        failed.add(load)
        follow(() => onceOnline(next))
      },
    )
  }
  return () => {
    isEnded = true
    cancelWait()
  }
}

const IDLE_AT_LAST_MS = 10_000
/** Delay between parts in browsers that do not have `requestIdleCallback`. */
const PAUSE_MS = 1_000

function wait(afterMs: number, run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, afterMs + PAUSE_MS)
    return () => clearTimeout(timer)
  }
  let idle = 0
  const timer = setTimeout(() => {
    idle = requestIdleCallback(run, { timeout: IDLE_AT_LAST_MS })
  }, afterMs)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
  }
}

function onceOnline(run: () => void): () => void {
  window.addEventListener('online', run, { once: true })
  return () => window.removeEventListener('online', run)
}
