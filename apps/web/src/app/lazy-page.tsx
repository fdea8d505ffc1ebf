import { type ComponentType, use, useEffect, useEffectEvent, useState } from 'react'
import { loadCodeAgain, reloadDocument } from '../shared/load-code.ts'
import { ErrorReportingContext } from './error-reporting.ts'
import { MissingPage } from './missing-page.tsx'
import { reportRenderError } from './report-error.ts'

/** The code of a page could not be loaded. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

type LoadPage = () => Promise<ComponentType>

/**
 * A page whose code is loaded when it is first visited. Code that cannot be loaded is no error of the route: the router
 * would keep that, and put the error screen in place of the application.
 */
export function lazyPage(load: LoadPage) {
  return async () => {
    try {
      return { Component: await load() }
    } catch (cause) {
      return { Component: buildLatePage(load, cause) }
    }
  }
}

const TRY_AGAIN_AFTER_MS = 10_000

/** What the router shows for as long as the document lives: what is missing, and the page once its code is there. */
function buildLatePage(load: LoadPage, cause: unknown): ComponentType {
  let loaded: ComponentType | null = null
  return function LatePage() {
    const [Loaded, setLoaded] = useState<ComponentType | null>(() => loaded)
    const [busy, setBusy] = useState(false)
    const reporting = use(ErrorReportingContext)
    useEffect(() => {
      if (reporting === null || loaded !== null) return
      void reportRenderError(new PageLoadError('network: the page could not be loaded', { cause }), null, reporting)
    }, [reporting])

    const tryAgain = async () => {
      if (busy || loaded !== null) return loaded !== null
      setBusy(true)
      try {
        const page = await loadCodeAgain(load)
        loaded = page
        setLoaded(() => page)
      } catch {
        // It stays missing.
      }
      setBusy(false)
      return loaded !== null
    }
    const retry = async () => {
      // A browser that keeps the failure, and a server with a newer build, give the code to a new document only.
      if (!(await tryAgain())) await reloadDocument()
    }
    const tryQuietly = useEffectEvent(() => void tryAgain())
    useEffect(() => {
      const timer = setInterval(tryQuietly, TRY_AGAIN_AFTER_MS)
      window.addEventListener('online', tryQuietly)
      return () => {
        clearInterval(timer)
        window.removeEventListener('online', tryQuietly)
      }
    }, [])
    return Loaded === null ? <MissingPage busy={busy} onRetry={retry} /> : <Loaded />
  }
}
