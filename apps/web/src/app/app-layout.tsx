import { CloseButton, Drawer } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { selectSession } from '../api/session.ts'
import { signOut } from '../api/session-check.ts'
import { useIsNarrow, useIsPhone } from '../shared/media.ts'
import { notify } from '../shared/notify.ts'
import { Outlet } from '../shared/routing.ts'
import { CONTENT_ID } from '../shared/ui/page.tsx'
import { ShellContext } from '../shared/ui/shell-context.ts'
import classes from './app-layout.module.css'
import { useAppDispatch, useAppSelector } from './hooks.ts'
import { Sidebar } from './sidebar.tsx'
import { UnreachableBanner } from './unreachable-banner.tsx'

const UNCONFIRMED =
  'You are signed out on this device, but the server could not be told. To end the session there too, sign in and log out once it is back.'

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
  const [drawerOpened, drawer] = useDisclosure(false)
  const leave = async () => {
    const confirmed = await dispatch(signOut())
    if (!confirmed) notify(UNCONFIRMED, { stays: true })
  }

  return (
    <ShellContext
      value={{ openMenu: isPhone ? drawer.open : null, notice: serverReachable ? null : <UnreachableBanner /> }}
    >
      <a className={classes.skip} href={`#${CONTENT_ID}`}>
        Skip to content
      </a>
      <div className={classes.layout} data-rail={isNarrow || collapsed || undefined}>
        {isPhone ? (
          <Drawer.Root opened={drawerOpened} onClose={drawer.close} size={280}>
            <Drawer.Overlay />
            <Drawer.Content aria-label="Menu">
              <Drawer.Body className={classes.drawer}>
                <CloseButton
                  className={classes.close}
                  size={44}
                  iconSize={20}
                  aria-label="Close menu"
                  onClick={drawer.close}
                />
                <Sidebar user={user} rail={false} onNavigate={drawer.close} onSignOut={leave} />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Root>
        ) : (
          <aside className={classes.aside}>
            <Sidebar
              user={user}
              rail={isNarrow || collapsed}
              onToggleRail={isNarrow ? undefined : () => setCollapsed(!collapsed)}
              onSignOut={leave}
            />
          </aside>
        )}
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </ShellContext>
  )
}
