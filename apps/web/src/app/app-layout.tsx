import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { signOut } from '../api/auth.ts'
import { selectSession } from '../api/session.ts'
import { loadPortfolioDialogs } from '../features/portfolio/dialogs/load-dialogs.ts'
import { WaitingPositions } from '../features/portfolio/waiting-positions.tsx'
import { useRunEnd } from '../features/screener/enrichment/use-enrichment.ts'
import { DialogHistory } from '../shared/dialog-history.tsx'
import { useIsNarrow, useIsPhone, useRootMark } from '../shared/hooks.ts'
import { useStoreLastUrl } from '../shared/last-visited.ts'
import { preloadWhenIdle, retryUntilLoaded } from '../shared/load-code.ts'
import { notify } from '../shared/notifications.tsx'
import { Outlet } from '../shared/routing.ts'
import { ErrorBoundary } from '../shared/ui/boundaries.tsx'
import { CONTENT_ID, ShellContext, SkipLink } from '../shared/ui/page.tsx'
import { useDeferred } from '../shared/use-deferred.ts'
import classes from './app.module.css'
import { Sidebar, TabBar } from './navigation.tsx'
import { useShellKeys, useTypedAhead } from './shell-keys.ts'
import { useShellNotices } from './shell-notices.tsx'
import { useAppDispatch, useAppSelector } from './store.ts'

// Their code loads after the page's, because no page depends on them.
const Tray = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./tray.tsx'))).Tray }))
const LateParts = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./late-parts.tsx'))).LateParts }))
const UnreadAlerts = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('./unread-alerts.tsx'))).UnreadAlerts,
}))

const loadPhoneMenu = async () => (await import('./phone-menu.tsx')).PhoneMenu
const loadPalette = async () => (await import('./palette/palette.tsx')).Palette
const loadKeysDialog = async () => (await import('../features/help/keys-dialog.tsx')).KeysDialog

/**
 * Code that is needed to change positions. The offline notice promises that this works without a network, and not every
 * browser has the service worker.
 */
const neededOffline = [
  () => import('../features/portfolio/portfolio-page.tsx'),
  loadPortfolioDialogs,
  () => import('./offline/data-age.tsx'),
]
/** Delay before preloading, so that the requested page loads first. */
const PRELOAD_AFTER_MS = 4_000

/** Frame around every signed-in page: sidebar, palette, dialogs and background work. */
export function AppLayout() {
  const dispatch = useAppDispatch()
  const { user } = useAppSelector(selectSession)
  const isPhone = useIsPhone()
  const { rail, toggleRail } = useRail()
  const [unsynced, setUnsynced] = useState(0)
  const menu = useDeferredDialog(loadPhoneMenu)
  const palette = useDeferredDialog(loadPalette)
  const typedAhead = useTypedAhead()
  const openPalette = () => {
    typedAhead.start()
    void palette.open()
  }
  const keys = useDeferredDialog(loadKeysDialog)
  const notices = useShellNotices()
  useEffect(() => preloadWhenIdle(neededOffline, PRELOAD_AFTER_MS), [])
  useRunEnd()
  useStoreLastUrl()
  useRootMark('side', rail && !isPhone ? 'rail' : 'full')
  useShellKeys({ openPalette, openKeys: keys.open })
  const leave = async () => {
    const confirmed = await dispatch(signOut())
    if (!confirmed)
      notify(
        'Signed out on this device, but the server could not be reached. To end the session there too, sign in and log out again.',
        { stays: true },
      )
  }
  const unread = (
    <Optional>
      <UnreadAlerts />
    </Optional>
  )
  const sidebar = {
    user,
    unread,
    tray: (
      <Optional>
        <Tray unsynced={unsynced} />
      </Optional>
    ),
    onSignOut: leave,
  }

  return (
    <DialogHistory>
      <ShellContext
        value={{
          openMenu: isPhone ? menu.open : null,
          menuMark: unread,
          openPalette,
          openKeys: keys.open,
          notices,
          canAsk: notices.every(({ tone }) => tone !== 'trouble'),
        }}
      >
        <SkipLink to={CONTENT_ID}>Skip to content</SkipLink>
        <div className={classes.layout}>
          {!isPhone && (
            <aside className={classes.aside}>
              <Sidebar {...sidebar} rail={rail} onToggleRail={toggleRail} />
            </aside>
          )}
          <div className={classes.content}>
            <Outlet />
          </div>
          {isPhone && <TabBar />}
        </div>
        {isPhone && menu.part !== null && <menu.part {...sidebar} opened={menu.opened} onClose={menu.close} />}
        {palette.part !== null && (
          <palette.part
            opened={palette.opened}
            onClose={palette.close}
            takeTyped={typedAhead.take}
            onKeys={keys.open}
            onSignOut={leave}
          />
        )}
        {keys.part !== null && <keys.part opened={keys.opened} onClose={keys.close} />}
        <WaitingPositions onCount={setUnsynced} />
        <Optional>
          <LateParts />
        </Optional>
      </ShellContext>
    </DialogHistory>
  )
}

/** Whether the sidebar is reduced to icons. If the window is too narrow for the full sidebar, there is no toggle. */
function useRail() {
  const isNarrow = useIsNarrow()
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebarCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return { rail: isNarrow || collapsed, toggleRail: isNarrow ? undefined : () => setCollapsed(!collapsed) }
}

/** Renders nothing until the part's code has loaded. */
const Optional = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary renderError={() => null}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
)

/** A dialog whose code loads when it is opened for the first time. */
function useDeferredDialog<Part>(fetchPart: () => Promise<Part>) {
  const { part, load } = useDeferred(fetchPart)
  const [opened, { open, close }] = useDisclosure(false)
  return {
    part,
    opened,
    close,
    open: async () => {
      if (await load()) open()
    },
  }
}
