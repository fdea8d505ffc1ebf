import { type ComponentType, use, useEffect, useEffectEvent, useState } from 'react'
import { commonWords } from '../shared/common-words.ts'
import { useOnline } from '../shared/hooks.ts'
import { reloadDocument, retryImport } from '../shared/load-code.ts'
import { SETTINGS_PATH } from '../shared/paths.ts'
import { useLocation } from '../shared/routing.ts'
import { BusyButton } from '../shared/ui/buttons.tsx'
import { Empty } from '../shared/ui/notices.tsx'
import { defaultShell, Page, ShellContext } from '../shared/ui/page.tsx'
import { ErrorFrame } from './error-screen.tsx'
import { appLinks } from './navigation.tsx'
import { ErrorReportingContext, reportRenderError } from './report-error.ts'

/** Error reported when a page's code fails to load. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

type LoadPage = () => Promise<ComponentType>

/**
 * Route module that loads a page's code on the first visit. It does not throw if loading fails: the router would cache
 * the error and replace the whole app with the error screen.
 */
export function lazyPage(load: LoadPage) {
  return async () => {
    try {
      return { Component: await load() }
    } catch (cause) {
      return { element: <UnloadedPage code={createPageCode(load, cause)} /> }
    }
  }
}

interface PageCode {
  readonly cause: unknown
  /** Returns null until the code has loaded. */
  readonly read: () => ComponentType | null
  /** Returns null if the load fails again. */
  readonly tryAgain: () => Promise<ComponentType | null>
}

/** Keeps the load state for as long as the document is open, as the route does. */
function createPageCode(load: LoadPage, cause: unknown): PageCode {
  let page: ComponentType | null = null
  return {
    cause,
    read: () => page,
    tryAgain: async () => {
      try {
        page ??= await retryImport(load)
      } catch {
        // Loading failed again: the caller gets null.
      }
      return page
    },
  }
}

const TRY_AGAIN_AFTER_MS = 10_000

/** Shows an error until the page's code has loaded, and then the page. */
function UnloadedPage({ code }: { readonly code: PageCode }) {
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
    // The browser may have cached the failed import, or the server may have a newer build. Only a reload helps then.
    if (!(await tryAgain())) await reloadDocument()
  }
  const retryInBackground = useEffectEvent(() => {
    if (Loaded === null && !busy) void tryAgain()
  })
  useEffect(() => {
    const again = () => retryInBackground()
    const timer = setInterval(again, TRY_AGAIN_AFTER_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])
  return Loaded === null ? <MissingPage busy={busy} onRetry={retry} /> : <Loaded />
}

const TITLE = 'Could not load this page'

interface MissingPageProps {
  readonly busy: boolean
  readonly onRetry: () => Promise<void>
}

/**
 * Error for a page whose code failed to load. Once the shell is there, the error is shown inside it, so that the menu
 * stays usable.
 */
export function MissingPage(props: MissingPageProps) {
  const isInShell = use(ShellContext) !== defaultShell
  const { pathname } = useLocation()
  if (!isInShell) {
    return (
      <ErrorFrame title={TITLE} text={<Reason />}>
        <Retry {...props} />
      </ErrorFrame>
    )
  }
  const name = pathname.startsWith(SETTINGS_PATH)
    ? 'Settings'
    : appLinks.find(({ path }) => pathname.startsWith(path))?.label
  return (
    <Page title={name ?? TITLE} freshness={null}>
      <Empty tone="trouble" title={TITLE} actions={<Retry {...props} />}>
        <Reason />
      </Empty>
    </Page>
  )
}

const Reason = () => (
  <>
    {useOnline()
      ? 'Check your connection and try again.'
      : 'You are offline, and this page has not been opened before. It opens when you are back online.'}
  </>
)

const Retry = ({ busy, onRetry }: MissingPageProps) => (
  <BusyButton variant="filled" busy={busy} onClick={onRetry}>
    {commonWords.retry}
  </BusyButton>
)
