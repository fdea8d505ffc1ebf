import { CloseButton, Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useBackCloses } from '../shared/dialog-history.tsx'
import { Sidebar, type SidebarProps } from './navigation.tsx'

interface PhoneMenuProps extends Pick<SidebarProps, 'user' | 'tray' | 'unread' | 'onSignOut'> {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The sidebar as a drawer, for phones. */
export function PhoneMenu({ opened, onClose, ...sidebar }: PhoneMenuProps) {
  // A drawer restores focus only if it is mounted before it opens.
  const mounted = useMounted()
  useBackCloses(opened, onClose)
  return (
    <Drawer.Root opened={opened && mounted} onClose={onClose} size={280}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body pos="relative" h="100%" p={0} pb="env(safe-area-inset-bottom)">
          <CloseButton
            pos="absolute"
            top={6}
            right={6}
            size={44}
            iconSize={20}
            aria-label="Close menu"
            onClick={onClose}
          />
          <Sidebar {...sidebar} rail={false} onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
