import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type AlertSettings, useAlertSettingsQuery, usePutAlertSettingsMutation } from '../../api/alerts.ts'
import { asApiError } from '../../api/http.ts'
import { SubmitError } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { notify } from '../../shared/notifications.tsx'
import { PartTitle } from '../../shared/ui/figures.tsx'
import { renderFieldError } from '../../shared/ui/notices.tsx'
import { Part, QueryState } from './parts.tsx'

/** When messages may be sent. */
export function Schedule() {
  const query = useAlertSettingsQuery()
  return (
    <Part
      title="Quiet hours and digest"
      intro="Applies to email, webhooks and push. The inbox has each message at once. A digest is sent at its time, even in quiet hours."
    >
      {query.data === undefined ? <QueryState query={query} what="settings" /> : <ScheduleForm stored={query.data} />}
    </Part>
  )
}

const readTime = (text: string): string | null => (text === '' ? null : text)

function ScheduleForm({ stored }: { readonly stored: AlertSettings }) {
  const [changes, setChanges] = useState<Partial<AlertSettings>>({})
  const [put, { isLoading, error }] = usePutAlertSettingsMutation()
  const [tried, setTried] = useState(false)
  const quietId = useId()
  const change = (some: Partial<AlertSettings>) => setChanges((before) => ({ ...before, ...some }))
  const settings = { ...stored, ...changes }
  const { timeZone, quietFrom, quietTo, digestAt } = settings
  const isHalf = (quietFrom === null) !== (quietTo === null)
  const fault = tried && isHalf ? 'Enter both times, or none' : undefined
  const failure = isLoading ? null : asApiError(error)
  const submit = useSingleSubmit(async () => {
    setTried(true)
    if (isHalf) return document.getElementById(quietFrom === null ? `${quietId}-from` : `${quietId}-to`)?.focus()
    const { data } = await put(settings)
    if (data !== undefined) notify('Saved.')
  })
  return (
    <form noValidate onSubmit={submit} aria-label="Quiet hours and digest">
      {failure !== null && <SubmitError error={failure} fallback="Could not save the settings. Please try again." />}
      <PartTitle id={quietId}>Quiet hours</PartTitle>
      <Group role="group" aria-labelledby={quietId} gap="md" align="flex-start" mb="md">
        <TextInput
          id={`${quietId}-from`}
          type="time"
          label="From"
          value={quietFrom ?? ''}
          error={quietFrom === null ? renderFieldError(fault) : null}
          onChange={({ currentTarget }) => change({ quietFrom: readTime(currentTarget.value) })}
        />
        <TextInput
          id={`${quietId}-to`}
          type="time"
          label="To"
          value={quietTo ?? ''}
          error={quietTo === null ? renderFieldError(fault) : null}
          onChange={({ currentTarget }) => change({ quietTo: readTime(currentTarget.value) })}
        />
        {(quietFrom !== null || quietTo !== null) && (
          <Button mt={28} onClick={() => change({ quietFrom: null, quietTo: null })}>
            No quiet hours
          </Button>
        )}
      </Group>
      <PartTitle>Digest</PartTitle>
      <Group gap="md" align="flex-start" mb="md">
        <TextInput
          type="time"
          label="Send the messages of a day together at"
          value={digestAt ?? ''}
          onChange={({ currentTarget }) => change({ digestAt: readTime(currentTarget.value) })}
        />
        {digestAt !== null && (
          <Button mt={28} onClick={() => change({ digestAt: null })}>
            Send each at once
          </Button>
        )}
      </Group>
      <NativeSelect
        label="Time zone"
        maw={320}
        mb="lg"
        rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        value={timeZone}
        data={listZones(timeZone)}
        onChange={({ currentTarget }) => change({ timeZone: currentTarget.value })}
      />
      <Button type="submit" variant="filled" aria-disabled={isLoading}>
        {isLoading ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

/** Time zones in alphabetical order, with the browser's own and the stored one first. */
function listZones(stored: string): string[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([stored, own, ...Intl.supportedValuesOf('timeZone')])]
}
