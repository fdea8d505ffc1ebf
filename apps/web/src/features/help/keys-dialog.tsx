import { Box, Group, Text } from '@mantine/core'
import { useId } from 'react'
import { SETTINGS_PATH } from '../../shared/paths.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { Link } from '../../shared/routing.ts'
import { Keys } from '../../shared/ui/buttons.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import classes from './keys-dialog.module.css'

interface Shortcut {
  /** Keys in the notation of `usePageKeys`; alternatives are separate entries. */
  readonly keys: readonly string[]
  readonly does: string
}

interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** All shortcuts, grouped by page. */
const groups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['mod+k'], does: 'Find a symbol, a page or an action' },
      { keys: ['/'], does: 'Search the page' },
      { keys: ['g d'], does: 'Go to Dashboard' },
      { keys: ['g s'], does: 'Go to Stock Screening' },
      { keys: ['g a'], does: 'Go to Stock Analysis' },
      { keys: ['g p'], does: 'Go to Portfolio Tracking' },
      { keys: ['g c'], does: 'Go to AI Coach' },
      { keys: ['g l'], does: 'Go to Alerts' },
      { keys: ['n'], does: 'Add a position' },
      { keys: ['w'], does: 'Put the row’s stock on a list, or manage your lists' },
      { keys: ['r'], does: 'Refresh the data' },
      { keys: ['t'], does: 'Switch between light and dark' },
      { keys: ['h'], does: 'Hide or show your amounts' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
    ],
  },
  {
    title: 'Tables',
    shortcuts: [
      { keys: ['j', 'k'], does: 'Next row, previous row' },
      { keys: ['↑', '↓', '←', '→'], does: 'Move from cell to cell' },
      { keys: ['Home', 'End'], does: 'First or last cell of the row' },
      { keys: ['PageUp', 'PageDown'], does: 'One page up or down' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'Stock Screening',
    shortcuts: [
      { keys: ['x'], does: 'Select or deselect the row' },
      { keys: ['shift+x'], does: 'Select all rows up to this one' },
    ],
  },
  {
    title: 'Portfolio Tracking',
    shortcuts: [
      { keys: ['x'], does: 'Select the row' },
      { keys: ['b'], does: 'Buy back the row’s call' },
      { keys: ['o'], does: 'Roll the row’s call' },
      { keys: ['e'], does: 'Confirm the row’s outcome' },
      { keys: ['l'], does: 'Open the row’s ledger' },
    ],
  },
  {
    title: 'Stock Analysis',
    shortcuts: [{ keys: ['[', ']'], does: 'Previous or next symbol in the list' }],
  },
]

interface KeysDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Dialog with all shortcuts by page, and a switch for those that don't use Ctrl or Cmd. */
export function KeysDialog({ opened, onClose }: KeysDialogProps) {
  const [{ singleKeys }, setPreferences] = usePreferences()
  const hintId = useId()
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" width={640}>
      <div className={classes.groups}>
        {groups.map(({ title, shortcuts }) => (
          <Box key={title} component="section" pb="lg">
            <Text component="h3" size="lg" fw="var(--weight-strong)" pb="2xs">
              {title}
            </Text>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <Group key={does} className={classes.shortcut} gap="lg" justify="space-between" wrap="nowrap" mih={32}>
                  <Group component="dt" gap="2xs" wrap="nowrap" style={{ order: 1 }}>
                    {keys.map((way) => (
                      <Keys key={way} keys={way} />
                    ))}
                  </Group>
                  <dd>{does}</dd>
                </Group>
              ))}
            </dl>
          </Box>
        ))}
      </div>
      <Group className={classes.foot} align="flex-start" justify="space-between" gap="md" pt="2xs">
        <Box flex="1 1 280px">
          <label>
            <input
              type="checkbox"
              aria-describedby={hintId}
              checked={singleKeys}
              onChange={({ currentTarget }) => setPreferences({ singleKeys: currentTarget.checked })}
            />
            Single-key shortcuts
          </label>
          <Text id={hintId} c="dimmed" pl="xl">
            Keys without Ctrl or Cmd. Turn them off if you use voice control, or if they get in your way.
          </Text>
        </Box>
        <Link to={SETTINGS_PATH} onClick={onClose}>
          More in Settings
        </Link>
      </Group>
    </Dialog>
  )
}
