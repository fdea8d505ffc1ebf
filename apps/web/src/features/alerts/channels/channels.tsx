import type { AlertChannelKind } from '@callwright/contracts'
import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useAlertChannelsQuery } from '../../../api/alerts.ts'
import { selectSession } from '../../../api/session.ts'
import { REGISTER_PATH } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import classes from '../alerts.module.css'
import { Part, QueryState } from '../parts.tsx'
import { EmailForm, PushForm, WebhookForm } from './channel-forms.tsx'
import { Channel } from './channel-row.tsx'
import { usePushChannel } from './use-push-channel.ts'

/** Where messages are sent, with a test for each, and forms for more. */
export function Channels() {
  const { user } = useSelector(selectSession)
  const query = useAlertChannelsQuery(undefined, { refetchOnMountOrArgChange: true })
  const list = useRef<HTMLUListElement>(null)
  const push = usePushChannel()
  const [addedId, setAddedId] = useState<string | null>(null)
  const { data } = query
  if (data === undefined) {
    return (
      <Part title="Channels">
        <QueryState query={query} what="channels" />
      </Part>
    )
  }
  const { channels, available, maxChannels } = data
  const isOwnPush = channels.some(({ id, enabled }) => id === push.id && enabled)
  const isOffered = (kind: AlertChannelKind) => available.includes(kind)
  const isFull = channels.length >= maxChannels
  return (
    <>
      <Part title="Channels" intro="Each message goes to all channels that are on.">
        <ul ref={list} className={classes.list} aria-label="Your channels" tabIndex={-1}>
          {channels.map((channel) => (
            <Channel
              key={channel.id}
              channel={channel}
              isThisBrowser={channel.id === push.id}
              isAdded={channel.id === addedId}
              onRemoved={() => {
                if (channel.id === push.id) void push.forget()
                list.current?.focus()
              }}
            />
          ))}
        </ul>
      </Part>
      {user?.isDemo === true && (
        <Part title="Other channels">
          <Text c="dimmed" maw="62ch">
            A demo account has the inbox only. <Link to={REGISTER_PATH}>Create an account</Link> for email, webhooks and
            push.
          </Text>
        </Part>
      )}
      {user?.isDemo === false && isFull && (
        <Part title="Other channels">
          <Text c="dimmed">You have {maxChannels} channels. Remove one to add another.</Text>
        </Part>
      )}
      {user?.isDemo === false && !isFull && (
        <>
          <Part title="Email" intro="You confirm the address with a code. Each email has a link that stops it.">
            {isOffered('email') ? <EmailForm onAdded={setAddedId} /> : <NotOffered what="Email is" />}
          </Part>
          <Part title="Webhook" intro="A signed request to a server of your own.">
            {isOffered('webhook') ? <WebhookForm onAdded={setAddedId} /> : <NotOffered what="Webhooks are" />}
          </Part>
          <Part title="Push" intro="Notifications of this browser, also while Callwright is closed. Without amounts.">
            {!isOffered('push') && <NotOffered what="Push is" />}
            {isOffered('push') && isOwnPush && <Text c="dimmed">This browser receives push messages.</Text>}
            {isOffered('push') && !isOwnPush && <PushForm onSubscribe={push.subscribe} />}
          </Part>
        </>
      )}
    </>
  )
}

const NotOffered = ({ what }: { readonly what: string }) => (
  <Text c="dimmed">{what} not set up on this server. Its operator can turn it on.</Text>
)
