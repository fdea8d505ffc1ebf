import { notifications } from '@mantine/notifications'

interface NotifyOptions {
  /** True if the notice stays until dismissed, for messages that need action. */
  readonly stays?: boolean
}

/** Shows a one-line notice in a corner, to report the result of a user's action. */
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
