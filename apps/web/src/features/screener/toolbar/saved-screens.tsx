import { ActionIcon, Box, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell, IconBookmarkPlus, IconBookmarks, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import {
  type SavedScreen,
  useListScreensQuery,
  usePutScreenMutation,
  useRemoveScreenMutation,
} from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { describeTrouble } from '../../../shared/describe-trouble.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { notify, notifyUndo } from '../../../shared/notifications.tsx'
import { buildAlertPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import classes from '../screener.module.css'
import type { ScreenNavigation } from '../state/use-screen.ts'
import { createSavedScreen, describeScreen, readQuery, writeQuery } from './describe-screen.ts'

const LIST = 'Saved screens'

const loadDialog = async () => (await import('./screen-name-dialog.tsx')).ScreenNameDialog

/** Menu that saves the current screen under a name and opens saved screens. */
export function SavedScreens({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const isPhone = useIsPhone()
  const { part: ScreenNameDialog, loading, load } = useDeferred(loadDialog)
  const [named, setNamed] = useState<SavedScreen | null>(null)
  const [naming, dialog] = useDisclosure(false)
  const [opened, list] = useDisclosure(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const actions = useSavedScreens(() => trigger.current?.focus())
  const name = async (screen: SavedScreen) => {
    if (!(await load())) return
    setNamed(screen)
    dialog.open()
  }
  const save = (
    <BusyButton
      variant="subtle"
      {...(!isPhone && { h: 26, px: 'sm' })}
      busy={loading}
      onClick={() => {
        list.close()
        void name(createSavedScreen('', state))
      }}
      leftSection={isPhone && <IconBookmarkPlus size={16} stroke={1.6} aria-hidden="true" />}
    >
      Save screen
    </BusyButton>
  )
  return (
    <>
      {!isPhone && save}
      <Popover opened={opened} onChange={list.toggle} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon ref={trigger} aria-label={LIST} title={LIST} onClick={list.toggle}>
            <IconBookmarks size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          {isPhone && save}
          <ScreenList
            state={state}
            actions={actions}
            onOpen={(query) => {
              list.close()
              go(() => readQuery(query))
            }}
            onRename={(screen) => {
              list.close()
              void name(screen)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {ScreenNameDialog !== null && named !== null && (
        <ScreenNameDialog opened={naming} screen={named} onClose={dialog.close} />
      )}
    </>
  )
}

interface ScreenListProps extends Pick<ScreenNavigation, 'state'> {
  readonly actions: SavedScreenActions
  readonly onOpen: (query: string) => void
  readonly onRename: (screen: SavedScreen) => void
}

function ScreenList(props: ScreenListProps) {
  const { data: screens, error, isFetching, refetch } = useListScreensQuery()
  if (screens === undefined) {
    return error === undefined ? (
      <Text p="sm" c="dimmed" role="status">
        Loading saved screens…
      </Text>
    ) : (
      <Stack gap="sm" align="flex-start" p="sm" role="alert">
        <Text c="dimmed">{describeFailure(asApiError(error)) ?? 'Could not load saved screens.'}</Text>
        <BusyButton busy={isFetching} onClick={refetch}>
          {commonWords.retry}
        </BusyButton>
      </Stack>
    )
  }
  if (screens.length === 0)
    return (
      <Text p="sm" c="dimmed">
        No screens yet. Set some filters, then choose Save screen.
      </Text>
    )
  return (
    <Box component="ul" mah="min(380px, calc(100dvh - 160px))" style={{ overflowY: 'auto' }} aria-label={LIST}>
      {screens.map((screen) => (
        <ScreenRow key={screen.id} screen={screen} {...props} />
      ))}
    </Box>
  )
}

interface ScreenRowProps extends ScreenListProps {
  readonly screen: SavedScreen
}

function ScreenRow({ screen, state, actions, onOpen, onRename }: ScreenRowProps) {
  const { id, name, query } = screen
  const navigate = useNavigate()
  const isShown = query === writeQuery(state)
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} aria-current={isShown || undefined} onClick={() => onOpen(query)}>
        <b>{name}</b>
        <Text component="small" display="block" size="sm" c="dimmed" lh="md">
          {describeScreen(readQuery(query))}
        </Text>
      </button>
      {!isShown && (
        <RowAction
          label={`Update ${name} to the current view`}
          icon={IconDeviceFloppy}
          onClick={() => actions.update({ ...screen, query: writeQuery(state) })}
        />
      )}
      <RowAction
        label={`Alert me about new entries in ${name}`}
        icon={IconBell}
        onClick={() => void navigate(buildAlertPath('screen', id))}
      />
      <RowAction label={`Rename ${name}`} icon={IconPencil} onClick={() => onRename(screen)} />
      <RowAction label={`Delete ${name}`} icon={IconTrash} onClick={(byKey) => actions.remove(screen, { byKey })} />
    </li>
  )
}

interface RowActionProps {
  readonly label: string
  readonly icon: typeof IconTrash
  readonly onClick: (byKey: boolean) => unknown
}

function RowAction({ label, icon: Icon, onClick }: RowActionProps) {
  return (
    <ActionIcon
      size={28}
      aria-label={label}
      data-hint={label}
      // `detail` is 0 for a click from the keyboard.
      onClick={({ detail }) => void onClick(detail === 0)}
    >
      <Icon size={14} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  )
}

interface SavedScreenActions {
  /** Overwrites a saved screen with the current view. */
  readonly update: (screen: SavedScreen) => Promise<void>
  /** Deletes immediately and offers Undo. */
  readonly remove: (screen: SavedScreen, options: { readonly byKey: boolean }) => Promise<void>
}

/** Actions on saved screens. If one fails, a notification says why. */
function useSavedScreens(returnFocus: () => void): SavedScreenActions {
  const [put] = usePutScreenMutation()
  const [remove] = useRemoveScreenMutation()
  const restore = async (screen: SavedScreen) => {
    const { error } = await put(screen)
    if (error !== undefined) notify(describeTrouble(error, `Could not restore “${screen.name}”`))
  }
  return {
    update: async (screen) => {
      const { error } = await put(screen)
      notify(
        error === undefined
          ? `Updated “${screen.name}” to the current view.`
          : describeTrouble(error, `Could not update “${screen.name}”`),
      )
    },
    remove: async (screen, { byKey }) => {
      const { error } = await remove(screen)
      if (error !== undefined) return notify(describeTrouble(error, `Could not delete “${screen.name}”`))
      notifyUndo({
        message: `Deleted “${screen.name}”.`,
        undo: () => restore(screen),
        returnFocus: byKey ? returnFocus : undefined,
      })
    },
  }
}
