import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useCalendarQuery, useRemoveCalendarMutation, useRenewCalendarMutation } from '../../api/alerts.ts'
import { describeTrouble } from '../../shared/describe-trouble.ts'
import { notify } from '../../shared/notifications.tsx'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { ConfirmDialog } from '../../shared/ui/dialog.tsx'
import classes from './alerts.module.css'
import { copyText, Part, QueryState } from './parts.tsx'

type Asked = 'renew' | 'remove' | null

/** The private feed of expirations, ex-dividend dates and earnings. */
export function Calendar() {
  const query = useCalendarQuery()
  const [renew, renewing] = useRenewCalendarMutation()
  const [remove] = useRemoveCalendarMutation()
  const [asked, ask] = useState<Asked>(null)
  const address = useRef<HTMLElement>(null)
  const { data: path } = query
  const create = async () => {
    const { error } = await renew()
    if (error !== undefined) notify(describeTrouble(error, 'Could not create the link'))
  }
  const url = typeof path === 'string' ? new URL(path, window.location.origin).href : null
  return (
    <Part
      title="Calendar"
      intro="Expirations, ex-dividend dates and earnings of your open positions, without amounts. Subscribe to its secret link in your calendar program. Anyone who knows the link can read it."
    >
      {path === undefined && <QueryState query={query} what="calendar" />}
      {path === null && (
        <Group>
          <BusyButton busy={renewing.isLoading} onClick={create}>
            Create the link
          </BusyButton>
        </Group>
      )}
      {url !== null && (
        <>
          <code ref={address} className={classes.code}>
            {url}
          </code>
          <Group gap="sm">
            <Button onClick={() => void copyText(url, address.current)}>Copy the link</Button>
            <Button onClick={() => ask('renew')}>Renew the link</Button>
            <Button onClick={() => ask('remove')}>Remove the calendar</Button>
          </Group>
          <Text size="sm" c="dimmed">
            Most calendar programs ask for changes a few times a day.
          </Text>
        </>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={asked === 'remove' ? 'Remove the calendar?' : 'Renew the link?'}
        text="Calendars that use the current link stop updating. This cannot be undone."
        confirm={asked === 'remove' ? 'Remove' : 'Renew'}
        isFinal
        onConfirm={async () => {
          ask(null)
          if (asked === 'renew') return create()
          const { error } = await remove()
          if (error !== undefined) notify(describeTrouble(error, 'Could not remove the calendar'))
        }}
        onCancel={() => ask(null)}
      />
    </Part>
  )
}
