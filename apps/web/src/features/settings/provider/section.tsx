import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { asApiError } from '../../../api/http.ts'
import { type ProviderLinks, useProviderLinksQuery } from '../../../api/provider-links.ts'
import { useSecondFactorQuery } from '../../../api/second-factor.ts'
import { formatLocalTime } from '../../../shared/format/times.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { LoadTrouble, Section } from '../section.tsx'
import classes from '../settings.module.css'

/** Shows the sign-in providers of the account, with a button to disconnect them. */
export function ProviderSection() {
  const { data, error, isFetching, refetch } = useProviderLinksQuery()
  return (
    <Section id="provider" {...(data !== undefined && { intro: describeUse(data) })}>
      {data !== undefined ? (
        <Links {...data} />
      ) : (
        <LoadTrouble
          error={asApiError(error)}
          fallback="Could not load the connection to your sign-in provider."
          retrying={isFetching}
          onRetry={refetch}
        />
      )}
    </Section>
  )
}

const nameAll = (links: ProviderLinks['links']) => [...new Set(links.map(({ provider }) => provider))].join(', ')

const describeUse = ({ links, hasPassword }: ProviderLinks) =>
  hasPassword
    ? `You can sign in with ${nameAll(links)} as well as with your password.`
    : `You sign in with ${nameAll(links)}. To disconnect it, you need a password: sign out and set one with "Forgot password?" on the sign-in page.`

// Loaded on demand: the form needs the form library, and few users open it.
const loadForm = () => import('./form.tsx')

function Links({ links, hasPassword }: ProviderLinks) {
  const { data: factor } = useSecondFactorQuery()
  const { part, loading, load } = useDeferred(loadForm)
  const [isOpen, setIsOpen] = useState(false)
  const name = nameAll(links)
  const open = async () => setIsOpen(await load())
  return (
    <>
      <ul className={classes.sessions} aria-label="Sign-in providers">
        {links.map(({ provider, linkedAt }) => (
          <Group component="li" key={linkedAt} gap="lg" justify="space-between" mih={52} py="xs">
            <b style={{ overflowWrap: 'anywhere' }}>{provider}</b>
            <Text size="sm" c="dimmed">
              Connected {formatLocalTime(linkedAt)}
            </Text>
          </Group>
        ))}
      </ul>
      {part !== null && factor !== undefined && isOpen ? (
        <part.DisconnectForm {...{ name, factor }} onClose={() => setIsOpen(false)} />
      ) : (
        hasPassword && (
          <BusyButton busy={loading || factor === undefined} aria-label={`Disconnect ${name}`} onClick={open}>
            Disconnect
          </BusyButton>
        )
      )}
    </>
  )
}
