import { notifications } from '@mantine/notifications'

/** One line at the bottom left, for what the reader set off or waited for. */
export function notify(message: string): void {
  notifications.show({ message, closeButtonProps: { 'aria-label': 'Dismiss' } })
}
