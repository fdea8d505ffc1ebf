import { notifications } from '@mantine/notifications'

interface NotifyOptions {
  /** Stays until dismissed, for messages that need action. */
  readonly stays?: boolean
}

/** Shows a one-line notice in a corner, for the result of a user's action. */
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
