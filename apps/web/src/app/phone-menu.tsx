import { CloseButton, Drawer } from '@mantine/core'
import classes from './app-layout.module.css'
import { Sidebar, type SidebarProps } from './sidebar.tsx'

interface PhoneMenuProps extends Pick<SidebarProps, 'user' | 'marks' | 'onSignOut'> {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The sidebar where there is no room for one. */
export function PhoneMenu({ opened, onClose, ...sidebar }: PhoneMenuProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={280}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body className={classes.drawer}>
          <CloseButton className={classes.close} size={44} iconSize={20} aria-label="Close menu" onClick={onClose} />
          <Sidebar {...sidebar} rail={false} onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
