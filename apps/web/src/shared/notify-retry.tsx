import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { commonWords } from './common-words.ts'
import classes from './notify-undo.module.css'

/** All failures share this id, so that a second one replaces the first and only one notice is shown. */
const ID = 'retry'

/** Shows a failure with a Retry button. Resolves to true if the user retries, and to false if the user dismisses it. */
export function askToRetry(message: string): Promise<boolean> {
  notifications.hide(ID)
  return new Promise((resolve) => {
    let isWanted = false
    notifications.show({
      id: ID,
      autoClose: false,
      closeButtonProps: { 'aria-label': 'Dismiss' },
      message: (
        <span className={classes.notice}>
          {message}
          <Button
            className={classes.undo ?? ''}
            variant="subtle"
            onClick={() => {
              isWanted = true
              notifications.hide(ID)
            }}
          >
            {commonWords.retry}
          </Button>
        </span>
      ),
      onClose: () => resolve(isWanted),
    })
  })
}
