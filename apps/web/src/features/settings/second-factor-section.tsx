import { Text } from '@mantine/core'
import { useState } from 'react'
import { asApiError } from '../../api/http.ts'
import { type SecondFactor, useSecondFactorQuery } from '../../api/second-factor.ts'
import { formatLocalTime } from '../../shared/format/times.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import { DemoNote, LoadTrouble, Section, Waiting } from './section.tsx'

/** Shows whether sign-in asks for a code of an authenticator app, and turns this on and off. */
export function SecondFactorSection({ isDemo }: { readonly isDemo: boolean }) {
  const intro = 'Sign-in asks for a code of an authenticator app as well as your password.'
  return (
    <Section id="second-factor" {...(!isDemo && { intro })}>
      {isDemo ? <DemoNote>A demo account has no password, so it has no second factor.</DemoNote> : <State />}
    </Section>
  )
}

function State() {
  const { data, error, isFetching, refetch } = useSecondFactorQuery()
  if (data !== undefined) return <Change state={data} />
  return error === undefined ? (
    <Waiting words="Loading the state of two-factor sign-in…" rows={1} onRetry={refetch} />
  ) : (
    <LoadTrouble
      error={asApiError(error)}
      fallback="Could not load the state of two-factor sign-in."
      retrying={isFetching}
      onRetry={refetch}
    />
  )
}

// Loaded on demand: the forms need the form library, and few users open them.
const loadForms = () => import('./second-factor-forms.tsx')

function Change({ state: { since, codesLeft } }: { readonly state: SecondFactor }) {
  const { part, loading, load } = useDeferred(loadForms)
  const [open, setOpen] = useState<'setup' | 'removal' | null>(null)
  const start = async (form: 'setup' | 'removal') => {
    if (await load()) setOpen(form)
  }
  const close = () => setOpen(null)
  // The setup stays open after the server has turned it on, because it then shows the recovery codes.
  if (part !== null && open === 'setup') return <part.SetupForms onClose={close} />
  if (part !== null && open === 'removal' && since !== null) return <part.RemovalForm onClose={close} />
  if (since === null) {
    return (
      <>
        <p role="status">Two-factor sign-in is off.</p>
        <BusyButton busy={loading} onClick={() => start('setup')}>
          Set up
        </BusyButton>
      </>
    )
  }
  return (
    <>
      <p role="status">Two-factor sign-in is on since {formatLocalTime(since)}.</p>
      <Text c="dimmed" maw="62ch">
        Recovery codes left: {codesLeft}.
        {codesLeft < 3 && ' To get new ones, turn two-factor sign-in off and set it up again.'}
      </Text>
      <BusyButton busy={loading} onClick={() => start('removal')}>
        Turn off
      </BusyButton>
    </>
  )
}
