import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmarkPlus, IconBookmarks } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { SavedScreen } from '../../../api/screener.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { SAVED_SCREENS, type ScreenMemory } from './screen-memory.ts'

const loadParts = () => import('./saved-screen-parts.tsx')

/** Menu that saves the current screen under a name and opens saved screens. */
export function SavedScreens({ memory }: { readonly memory: ScreenMemory }) {
  const isPhone = useIsPhone()
  const { part, loading, load } = useDeferred(loadParts)
  const [named, setNamed] = useState<SavedScreen | null>(null)
  const [naming, dialog] = useDisclosure(false)
  const [opened, list] = useDisclosure(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const name = async (screen: SavedScreen | null) => {
    list.close()
    if (!(await load())) return
    setNamed(screen)
    dialog.open()
  }
  const save = (
    <BusyButton
      variant="subtle"
      {...(!isPhone && { h: 26, px: 'sm' })}
      busy={loading}
      onClick={() => name(null)}
      leftSection={isPhone && <IconBookmarkPlus size={16} stroke={1.6} aria-hidden="true" />}
    >
      Save screen
    </BusyButton>
  )
  return (
    <>
      {!isPhone && save}
      <Popover opened={opened} onChange={list.close} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            ref={trigger}
            aria-label={SAVED_SCREENS}
            title={SAVED_SCREENS}
            onClick={async () => {
              if (opened) list.close()
              else if (await load()) list.open()
            }}
          >
            <IconBookmarks size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          {isPhone && save}
          {part !== null && (
            <part.ScreenList
              memory={memory}
              onClose={list.close}
              onRename={name}
              returnFocus={() => trigger.current?.focus()}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {part !== null && <part.ScreenNameDialog opened={naming} saved={named} memory={memory} onClose={dialog.close} />}
    </>
  )
}
