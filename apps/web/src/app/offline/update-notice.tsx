import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { buttonLook } from '../../shared/notifications.tsx'

const ID = 'update'

/** Shows that a new version is available. The page reloads only if the user chooses to. */
export function showUpdate(reload: () => void): void {
  notifications.hide(ID)
  notifications.show({
    id: ID,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: <Update reload={reload} />,
  })
}

function Update({ reload }: { readonly reload: () => void }) {
  const [isWarned, setWarned] = useState(false)
  return (
    <Group justify="space-between" gap="md" wrap="nowrap">
      {isWarned ? 'A form on this page is not saved. Reloading discards it.' : 'A new version is available.'}
      <Button {...buttonLook} onClick={() => (isWarned || !hasUnsavedForm() ? reload() : setWarned(true))}>
        {isWarned ? 'Discard and reload' : 'Reload'}
      </Button>
    </Group>
  )
}

/** Fields in which the user has typed. */
const typed = new WeakSet<Element>()

/** Follows what the user types, so that the notice can warn of a form that is not saved. */
export function followTyping(): void {
  document.addEventListener('input', ({ target }) => target instanceof Element && typed.add(target))
}

/** Whether a form has a text that the user has typed. A form that has been saved is closed or emptied. */
const hasUnsavedForm = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea, select)')].some(
    (field) => typed.has(field) && field.value !== '',
  )
