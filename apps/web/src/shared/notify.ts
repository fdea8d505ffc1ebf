import { notifications } from '@mantine/notifications'

interface NotifyOptions {
  /** Whether the notice stays until the user dismisses it. Use this for messages that require action. */
  readonly stays?: boolean
}

/** Shows a one-line notice in a corner that reports what a user's action has done. */
export function notify(message: string, { stays = false }: NotifyOptions = {}): void {
  notifications.show({
    message,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...(stays && { autoClose: false }),
  })
}

export function clearNotices(): void {
  notifications.clean()
}
