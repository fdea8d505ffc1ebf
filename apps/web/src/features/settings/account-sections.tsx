import { Box, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useExportAccountMutation } from '../../api/account.ts'
import type { SessionUser } from '../../api/credentials.ts'
import { asApiError } from '../../api/http.ts'
import { useWeightsQuery } from '../../api/ratings.ts'
import { saveFile } from '../../shared/export/save-file.ts'
import { SubmitError } from '../../shared/form/server-errors.tsx'
import { readEtDay } from '../../shared/format/times.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import { DemoNote, LoadTrouble, Section, Waiting } from './section.tsx'

const loadWeightsDialog = async () => (await import('../../shared/rating-weights/weights-dialog.tsx')).WeightsDialog

/** Shows whether ratings use the standard or the user's own weights, with a button to change them. */
export function WeightsSection() {
  const { data, error, isFetching, refetch } = useWeightsQuery()
  const [opened, dialog] = useDisclosure(false)
  const { part: WeightsDialog, loading, load } = useDeferred(loadWeightsDialog)
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <Section
      id="weights"
      intro="How much each part counts in the rating you see. Saved with your account; only you see it."
    >
      {data !== undefined ? (
        <>
          <p role="status">
            {data.own ? 'Ratings now use your weights.' : 'You are using the standard Callwright Rating.'}
          </p>
          <BusyButton busy={loading} onClick={open}>
            Change weights
          </BusyButton>
          {WeightsDialog !== null && <WeightsDialog opened={opened} onClose={dialog.close} />}
        </>
      ) : error === undefined ? (
        <Waiting words="Loading your weights…" rows={1} onRetry={refetch} />
      ) : (
        <LoadTrouble
          error={asApiError(error)}
          fallback="Could not load your weights."
          retrying={isFetching}
          onRetry={refetch}
        />
      )}
    </Section>
  )
}

interface AccountProps {
  readonly user: SessionUser
}

export function PasswordSection({ user: { isDemo, username } }: AccountProps) {
  return (
    <Section id="password" {...(!isDemo && { intro: 'Changing your password signs you out on all other devices.' })}>
      {isDemo ? <DemoNote>A demo account has no password.</DemoNote> : <DeferredForm username={username} />}
    </Section>
  )
}

// Loaded lazily: on this page, only these forms need the form library.
const loadForms = () => import('./account-forms.tsx')

function DeferredForm({ username }: { readonly username: string }) {
  const { part, loading, tryLoad } = useDeferred(loadForms)
  const [missing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const begin = useEffectEvent(() => void fetchPart())
  useEffect(() => begin(), [])
  if (part !== null) return <part.PasswordForm username={username} />
  if (missing) {
    const fallback = 'Could not load the form. Check your connection and try again.'
    return <LoadTrouble error={null} fallback={fallback} retrying={loading} onRetry={fetchPart} />
  }
  // As tall as the form, to avoid a layout shift when it loads.
  return (
    <Box w="100%" mih={330}>
      <Waiting words="Loading the form…" rows={3} onRetry={fetchPart} />
    </Box>
  )
}

/** Section where users export or delete their data. */
export function DataSection({ user: { isDemo, username, email } }: AccountProps) {
  return (
    <Section id="data" {...(!isDemo && { intro: `Account ${username}, ${email}` })}>
      {isDemo ? (
        <DemoNote>A demo account is deleted automatically with all its data.</DemoNote>
      ) : (
        <>
          <Stack gap="sm" align="flex-start" maw="62ch">
            <Text c="dimmed">
              Your account, sessions, positions with their history, weights, saved screens and your conversation with
              the coach, as one JSON file.
            </Text>
            <Export />
          </Stack>
          <Stack gap="sm" align="flex-start" maw="62ch">
            <Text c="dimmed">Deletes your account and all its data. This cannot be undone.</Text>
            <Deletion username={username} />
          </Stack>
        </>
      )}
    </Section>
  )
}

/** Downloads all of the user's data as one file. It never saves a partial file. */
function Export() {
  const [exportAccount, { isLoading, error }] = useExportAccountMutation()
  const failure = isLoading ? null : asApiError(error)
  const download = async () => {
    const { data } = await exportAccount()
    if (data === undefined) return
    const { status: _status, ...kept } = data
    const name = `callwright-account-${readEtDay(kept.exported_at)}.json`
    saveFile(name, `${JSON.stringify(kept, null, 2)}\n`, 'application/json')
  }
  return (
    <>
      {failure && <SubmitError error={failure} fallback="Could not create the file. Please try again." />}
      <BusyButton busy={isLoading} onClick={download}>
        {isLoading ? 'Preparing the file...' : 'Download your data'}
      </BusyButton>
    </>
  )
}

function Deletion({ username }: { readonly username: string }) {
  const [opened, dialog] = useDisclosure(false)
  const { part, loading, load } = useDeferred(loadForms)
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <>
      <BusyButton busy={loading} onClick={open}>
        Delete account
      </BusyButton>
      {part !== null && (
        <part.DeleteDialog opened={opened} username={username} exportButton={<Export />} onClose={dialog.close} />
      )}
    </>
  )
}
