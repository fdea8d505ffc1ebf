import { type ComponentType, use, useEffect, useEffectEvent, useState } from 'react'
import { reloadDocument, retryImport } from '../shared/load-code.ts'
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
      return { element: <LatePage code={createLateCode(load, cause)} /> }
    }
  }
}

interface LateCode {
  readonly cause: unknown
  /** Null while it is missing. */
  readonly read: () => ComponentType | null
  /** Returns null where it stays missing. */
  readonly tryAgain: () => Promise<ComponentType | null>
}

/** Lives as long as the document, as the router's route does. */
function createLateCode(load: LoadPage, cause: unknown): LateCode {
  let page: ComponentType | null = null
  return {
    cause,
    read: () => page,
    tryAgain: async () => {
      try {
        page ??= await retryImport(load)
      } catch {
        // It stays missing.
      }
      return page
    },
  }
}

const TRY_AGAIN_AFTER_MS = 10_000

/** What is missing, and the page once its code is there. */
function LatePage({ code }: { readonly code: LateCode }) {
  const [Loaded, setLoaded] = useState(code.read)
  const [busy, setBusy] = useState(false)
  const reporting = use(ErrorReportingContext)
  useEffect(() => {
    if (reporting === null || code.read() !== null) return
    const error = new PageLoadError('network: the page could not be loaded', { cause: code.cause })
    void reportRenderError(error, null, reporting)
  }, [reporting, code])

  const tryAgain = async () => {
    setBusy(true)
    const page = await code.tryAgain()
    setLoaded(() => page)
    setBusy(false)
    return page !== null
  }
  const retry = async () => {
    // A browser that keeps the failure, and a server with a newer build, give the code to a new document only.
    if (!(await tryAgain())) await reloadDocument()
  }
  const tryQuietly = useEffectEvent(() => {
    if (Loaded === null && !busy) void tryAgain()
  })
  useEffect(() => {
    const again = () => tryQuietly()
    const timer = setInterval(again, TRY_AGAIN_AFTER_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  return Loaded === null ? <MissingPage busy={busy} onRetry={retry} /> : <Loaded />
}
