import { ActionIcon, Box, Stack, Text } from '@mantine/core'
import { IconBell, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import {
  type SavedScreen,
  useListScreensQuery,
  usePutScreenMutation,
  useRemoveScreenMutation,
} from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { notify, notifyUndo } from '../../../shared/notifications.tsx'
import { buildAlertPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import classes from '../screener.module.css'
import { SAVED_SCREENS, type ScreenMemory } from './screen-memory.ts'

export { ScreenNameDialog } from './screen-name-dialog.tsx'

interface ScreenListProps {
  readonly memory: ScreenMemory
  readonly onClose: () => void
  readonly onRename: (screen: SavedScreen) => void
  /** Focuses the button that opens the list. */
  readonly returnFocus: () => void
}

/** The saved screens of this tab. */
export function ScreenList(props: ScreenListProps) {
  const { data, error, isFetching, refetch } = useListScreensQuery()
  const actions = useSavedScreens(props.returnFocus)
  const screens = data?.filter(({ tab }) => tab === props.memory.tab)
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
    <Box component="ul" mah="min(380px, calc(100dvh - 160px))" style={{ overflowY: 'auto' }} aria-label={SAVED_SCREENS}>
      {screens.map((screen) => (
        <ScreenRow key={screen.id} screen={screen} actions={actions} {...props} />
      ))}
    </Box>
  )
}

interface ScreenRowProps extends ScreenListProps {
  readonly screen: SavedScreen
  readonly actions: SavedScreenActions
}

function ScreenRow({ screen, memory, actions, onClose, onRename }: ScreenRowProps) {
  const { name, query } = screen
  const navigate = useNavigate()
  const isShown = query === memory.query
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.open}
        aria-current={isShown || undefined}
        onClick={() => {
          onClose()
          memory.open(query)
        }}
      >
        <b>{name}</b>
        <Text component="small" display="block" size="sm" c="dimmed" lh="md">
          {memory.describe(query)}
        </Text>
      </button>
      {!isShown && (
        <RowAction
          label={`Update ${name} to the current view`}
          icon={IconDeviceFloppy}
          onClick={() => actions.update({ ...screen, query: memory.query })}
        />
      )}
      {/* Alerts watch screens of stocks. */}
      {screen.tab === 'stocks' && (
        <RowAction
          label={`Alert me about new entries in ${name}`}
          icon={IconBell}
          onClick={() => void navigate(buildAlertPath('screen', screen.id))}
        />
      )}
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

function describeTrouble(error: unknown, what: string): string {
  const why = describeFailure(asApiError(error))
  return why === null ? commonWords.tryAgain(what) : `${what}: ${why}`
}
