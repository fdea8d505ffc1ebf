import { notifications } from '@mantine/notifications'

interface NotifyOptions {
  /** Until it is dismissed: for what the reader must act on. */
  readonly stays?: boolean
}

/** One line in a corner, for what the reader set off or waited for. */
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
