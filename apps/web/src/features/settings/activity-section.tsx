import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type AccountActivity, useActivityQuery } from '../../api/account.ts'
import { asApiError } from '../../api/http.ts'
import { formatLocalTime } from '../../shared/format/times.ts'
import { nameDevice } from '../../shared/name-device.ts'
import { Link } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { DemoNote, LoadTrouble, Section, Waiting } from './section.tsx'
import classes from './settings.module.css'

const FIRST = 8

const sentences: Readonly<Record<AccountActivity['kind'], string>> = {
  registered: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in with a wrong password, code or passkey',
  signed_out: 'Signed out',
  sessions_ended: 'Other sessions ended',
  session_reused: 'A copied session was used, and was ended',
  password_wrong: 'Wrong current password, code or passkey',
  password_changed: 'Password changed',
  reset_mailed: 'Link to reset the password sent by email',
  password_reset: 'Password reset with a link from an email',
  operator_reset: 'Password reset by the operator',
  exported: 'Data downloaded',
  disabled: 'Account disabled by the operator',
  enabled: 'Account enabled by the operator',
  second_factor_on: 'Two-factor sign-in turned on',
  second_factor_off: 'Two-factor sign-in turned off',
  recovery_code_used: 'Recovery code used',
  app_added: 'Authenticator app added',
  app_removed: 'Authenticator app removed',
  passkey_added: 'Passkey added',
  passkey_renamed: 'Passkey renamed',
  passkey_removed: 'Passkey removed',
  oidc_linked: 'Sign-in provider connected',
  oidc_unlinked: 'Sign-in provider disconnected',
}

/** Kinds that may be the work of others. */
const suspicious: ReadonlySet<AccountActivity['kind']> = new Set([
  'sign_in_failed',
  'session_reused',
  'password_wrong',
  'reset_mailed',
  'second_factor_off',
  'recovery_code_used',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'oidc_linked',
])

/** Lists sign-ins, failed attempts and changes of the account, so that users notice what they have not done. */
export function ActivitySection({ isDemo }: { readonly isDemo: boolean }) {
  return (
    <Section id="activity" {...(!isDemo && { intro: 'Sign-ins and changes of the last 180 days.' })}>
      {isDemo ? <DemoNote>A demo account has no activity to show.</DemoNote> : <Activity />}
    </Section>
  )
}

function Activity() {
  const { data, error, isFetching, refetch } = useActivityQuery(undefined, { refetchOnMountOrArgChange: true })
  const [showsAll, setShowsAll] = useState(false)
  if (data === undefined) {
    return error === undefined ? (
      <Waiting words="Loading your activity…" rows={3} onRetry={refetch} />
    ) : (
      <LoadTrouble
        error={asApiError(error)}
        fallback="Could not load your activity."
        retrying={isFetching}
        onRetry={refetch}
      />
    )
  }
  if (data.length === 0) return <Text c="dimmed">No activity in the last 180 days.</Text>
  const shown = showsAll ? data : data.slice(0, FIRST)
  return (
    <>
      <ul className={classes.sessions} aria-label="Recent activity">
        {shown.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {data.length > FIRST && (
        <BusyButton busy={false} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show less' : `Show all ${data.length}`}
        </BusyButton>
      )}
      <Text size="sm" c="dimmed">
        Is there something you did not do?{' '}
        <Link to={{ hash: 'password' }} style={{ textDecoration: 'underline' }}>
          Change your password
        </Link>
        , which ends all other sessions.
      </Text>
    </>
  )
}

function ActivityRow({ entry: { kind, at, address, userAgent } }: { readonly entry: AccountActivity }) {
  const where = [nameDevice(userAgent), address].filter((part) => part !== null).join(', ')
  return (
    <Group component="li" gap="lg" justify="space-between" wrap="nowrap" py="xs">
      <div>
        <Text component="b" {...(suspicious.has(kind) && { c: 'var(--warning)' })}>
          {sentences[kind]}
        </Text>
        {where !== '' && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {where}
          </Text>
        )}
      </div>
      <Text component="time" dateTime={at} size="sm" c="dimmed" flex="none">
        {formatLocalTime(at)}
      </Text>
    </Group>
  )
}
