import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff, IconHelp, IconSearch } from '@tabler/icons-react'
import { use } from 'react'
import { ANALYSIS_PATH } from '../paths.ts'
import { usePreferences } from '../preferences.ts'
import { useLocation } from '../routing.ts'
import { Keys } from './keys.tsx'
import { ShellContext } from './shell-context.ts'
import { ThemeMenu } from './theme-menu.tsx'
import classes from './top-tools.module.css'
import { uiWords } from './ui-words.ts'

/** Tools at the right end of every top bar. On a phone, there is room only for the search. */
export function TopTools({ isPhone }: { readonly isPhone: boolean }) {
  const { openPalette, openKeys } = use(ShellContext)
  const { pathname } = useLocation()
  if (isPhone) {
    return (
      <ActionIcon size={44} aria-label={uiWords.find} aria-haspopup="dialog" onClick={openPalette}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <>
      {/* The analysis page has a search of its own in this place, and two would be one too many. */}
      {pathname !== ANALYSIS_PATH && (
        <button
          type="button"
          className={classes.find}
          aria-haspopup="dialog"
          title={uiWords.find}
          onClick={openPalette}
        >
          <IconSearch size={14} stroke={1.6} aria-hidden="true" />
          <span className={classes.words}>{uiWords.find}</span>
          <span className={classes.keys} aria-hidden="true">
            <Keys keys="mod+k" />
          </span>
        </button>
      )}
      <span className={classes.roomy}>
        <AmountsToggle />
      </span>
      <ThemeMenu />
      <ActionIcon
        className={classes.roomy}
        aria-label={uiWords.keys}
        title={uiWords.keys}
        aria-haspopup="dialog"
        onClick={openKeys}
      >
        <IconHelp size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}

function AmountsToggle() {
  const [{ hidesAmounts }, setPreferences] = usePreferences()
  const Icon = hidesAmounts ? IconEyeOff : IconEye
  return (
    <ActionIcon
      aria-label={uiWords.hideAmounts}
      title={uiWords.hideAmounts}
      aria-pressed={hidesAmounts}
      onClick={() => setPreferences({ hidesAmounts: !hidesAmounts })}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  )
}
