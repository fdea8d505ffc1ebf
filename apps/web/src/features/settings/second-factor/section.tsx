import { Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { asApiError } from '../../../api/http.ts'
import { type SecondFactor, useSecondFactorQuery } from '../../../api/second-factor.ts'
import { formatLocalTime } from '../../../shared/format/times.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { DemoNote, LoadTrouble, Section, Waiting } from '../section.tsx'
import classes from '../settings.module.css'
import type { FactorChange } from './forms.tsx'

/** Shows whether sign-in asks for more than the password, and lets the user add and remove ways to prove it. */
export function SecondFactorSection({ isDemo }: { readonly isDemo: boolean }) {
  const intro = 'Sign-in asks for a passkey or a code of an authenticator app as well as your password.'
  return (
    <Section id="second-factor" {...(!isDemo && { intro })}>
      {isDemo ? <DemoNote>A demo account has no password, so it has no second factor.</DemoNote> : <State />}
    </Section>
  )
}

function State() {
  const { data, error, isFetching, refetch } = useSecondFactorQuery()
  if (data !== undefined) return <Changes factor={data} />
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
const loadForms = () => import('./forms.tsx')

function Changes({ factor }: { readonly factor: SecondFactor }) {
  const { part, loading, load } = useDeferred(loadForms)
  const [change, setChange] = useState<FactorChange | null>(null)
  const start = async (next: FactorChange) => {
    if (await load()) setChange(next)
  }
  if (part !== null && change !== null) {
    return <part.FactorForms {...{ change, factor }} onClose={() => setChange(null)} />
  }
  return <Factors {...{ factor, loading }} onChange={start} />
}

interface FactorsProps {
  readonly factor: SecondFactor
  readonly loading: boolean
  readonly onChange: (change: FactorChange) => Promise<void>
}

function Factors({ factor, loading, onChange }: FactorsProps) {
  const { isOn, appSince, passkeys, passkeyOrigin, codesLeft } = factor
  return (
    <>
      <p role="status">Two-factor sign-in is {isOn ? 'on' : 'off'}.</p>
      {isOn && (
        <ul className={classes.sessions} aria-label="Second factors">
          {appSince !== null && (
            <FactorRow name="Authenticator app" facts={`Added ${formatLocalTime(appSince)}`}>
              <BusyButton
                busy={loading}
                aria-label="Remove the authenticator app"
                onClick={() => onChange({ kind: 'remove_app' })}
              >
                Remove
              </BusyButton>
            </FactorRow>
          )}
          {passkeys.map((passkey) => (
            <FactorRow key={passkey.id} name={passkey.name} facts={describeUse(passkey)}>
              <BusyButton
                busy={loading}
                aria-label={`Rename ${passkey.name}`}
                onClick={() => onChange({ kind: 'rename_passkey', passkey })}
              >
                Rename
              </BusyButton>
              <BusyButton
                busy={loading}
                aria-label={`Remove ${passkey.name}`}
                onClick={() => onChange({ kind: 'remove_passkey', passkey })}
              >
                Remove
              </BusyButton>
            </FactorRow>
          ))}
        </ul>
      )}
      {isOn && (
        <Text c="dimmed" maw="62ch">
          Recovery codes left: {codesLeft}.
          {codesLeft < 3 && ' To get new ones, turn two-factor sign-in off and set it up again.'}
        </Text>
      )}
      <Group gap="sm">
        {appSince === null && (
          <BusyButton busy={loading} onClick={() => onChange({ kind: 'add_app' })}>
            Set up an app
          </BusyButton>
        )}
        {passkeyOrigin === window.location.origin && (
          <BusyButton busy={loading} onClick={() => onChange({ kind: 'add_passkey' })}>
            Add a passkey
          </BusyButton>
        )}
      </Group>
      {passkeyOrigin !== window.location.origin && (
        <Text size="sm" c="dimmed" maw="62ch">
          {passkeyOrigin === null
            ? 'Passkeys need an https address. The operator of this server can set one up.'
            : `Passkeys work at ${passkeyOrigin} only.`}
        </Text>
      )}
    </>
  )
}

const describeUse = ({ createdAt, lastUsedAt }: SecondFactor['passkeys'][number]): string =>
  `Passkey, added ${formatLocalTime(createdAt)}, ${lastUsedAt === null ? 'not used yet' : `last used ${formatLocalTime(lastUsedAt)}`}`

interface FactorRowProps {
  readonly name: string
  readonly facts: string
  readonly children: ReactNode
}

const FactorRow = ({ name, facts, children }: FactorRowProps) => (
  <Group component="li" gap="lg" justify="space-between" mih={52} py="xs">
    <div style={{ flex: '1 1 220px', minWidth: 0 }}>
      <b style={{ overflowWrap: 'anywhere' }}>{name}</b>
      <Text size="sm" c="dimmed">
        {facts}
      </Text>
    </div>
    <Group gap="sm" wrap="nowrap">
      {children}
    </Group>
  </Group>
)
