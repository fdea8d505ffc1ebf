import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { selectSession } from '../api/session.ts'
import { signOut } from '../api/session-check.ts'
import { WaitingPositions } from '../features/portfolio/waiting-positions.tsx'
import { EnrichmentMarker } from '../features/screener/enrichment/enrichment-marker.tsx'
import { useRunEnd } from '../features/screener/enrichment/use-run-end.ts'
import { useIsNarrow, useIsPhone } from '../shared/media.ts'
import { notify } from '../shared/notify.ts'
import { SCREENING_PATH } from '../shared/paths.ts'
import { Outlet } from '../shared/routing.ts'
import { Hints } from '../shared/ui/hints.tsx'
import { CONTENT_ID } from '../shared/ui/page.tsx'
import { ShellContext } from '../shared/ui/shell-context.ts'
import { useDeferred } from '../shared/use-deferred.ts'
import classes from './app-layout.module.css'
import { useAppDispatch, useAppSelector } from './hooks.ts'
import { Sidebar } from './sidebar.tsx'
import { UnreachableBanner } from './unreachable-banner.tsx'

const UNCONFIRMED =
  'You are signed out on this device, but the server could not be told. To end the session there too, sign in and log out once it is back.'

const loadPhoneMenu = async () => (await import('./phone-menu.tsx')).PhoneMenu
const marks = { [SCREENING_PATH]: <EnrichmentMarker /> }

export function AppLayout() {
  const dispatch = useAppDispatch()
  const { user, serverReachable } = useAppSelector(selectSession)
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebarCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [menuOpened, menu] = useDisclosure(false)
  const { part: PhoneMenu, load: loadMenu } = useDeferred(loadPhoneMenu)
  useRunEnd()
  const leave = async () => {
    const confirmed = await dispatch(signOut())
    if (!confirmed) notify(UNCONFIRMED, { stays: true })
  }

  const openMenu = async () => {
    if (await loadMenu()) menu.open()
  }

  return (
    <ShellContext
      value={{ openMenu: isPhone ? openMenu : null, notice: serverReachable ? null : <UnreachableBanner /> }}
    >
      <a className={classes.skip} href={`#${CONTENT_ID}`}>
        Skip to content
      </a>
      <div className={classes.layout} data-rail={isNarrow || collapsed || undefined}>
        {isPhone ? (
          PhoneMenu !== null && (
            <PhoneMenu user={user} marks={marks} opened={menuOpened} onClose={menu.close} onSignOut={leave} />
          )
        ) : (
          <aside className={classes.aside}>
            <Sidebar
              user={user}
              rail={isNarrow || collapsed}
              marks={marks}
              onToggleRail={isNarrow ? undefined : () => setCollapsed(!collapsed)}
              onSignOut={leave}
            />
          </aside>
        )}
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
      <WaitingPositions />
      <Hints />
    </ShellContext>
  )
}
