import '@mantine/core/styles/Checkbox.layer.css'
import type { AlertChannelBody } from '@callwright/contracts'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  type AlertChannel,
  type TestResult,
  usePutAlertChannelMutation,
  useRemoveAlertChannelMutation,
  useTestAlertChannelMutation,
  useVerifyAlertChannelMutation,
} from '../../../api/alerts.ts'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { describeTrouble } from '../../../shared/describe-trouble.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { formatLocalTime } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { useSingleSubmit } from '../../../shared/hooks.ts'
import { notify } from '../../../shared/notifications.tsx'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import classes from '../alerts.module.css'
import { SecretNote } from './secret-note.tsx'

const kindNames: Readonly<Record<AlertChannel['kind'], string>> = {
  app: 'In the app',
  email: 'Email',
  webhook: 'Webhook',
  push: 'Push',
}

/** Where a test message that was sent can be found. */
const testPlaces: Readonly<Record<AlertChannel['kind'], string>> = {
  app: 'It is in your inbox.',
  email: 'It is in your mailbox soon. If not, look in the spam folder.',
  webhook: 'Your server accepted it.',
  push: 'The notification appears soon. If not, check that the system allows notifications of this browser.',
}

interface ChannelProps {
  readonly channel: AlertChannel
  readonly isThisBrowser: boolean
  /** Whether the user has just added it: the focus moves to what comes next. */
  readonly isAdded: boolean
  readonly onRemoved: () => void
}

/** One channel with its state, its test, and its settings. */
export function Channel({ channel, isThisBrowser, isAdded, onRemoved }: ChannelProps) {
  const { id, kind, name, target, enabled, hideAmounts, verified } = channel
  const [put] = usePutAlertChannelMutation()
  const [remove] = useRemoveAlertChannelMutation()
  const [test, testing] = useTestAlertChannelMutation()
  const [asked, ask] = useState<'renew' | 'remove' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const focusRow = () => row.current?.focus()
  useEffect(() => {
    if (isAdded && verified) row.current?.focus()
  }, [isAdded, verified])
  const label = target === null ? name : `${kindNames[kind]} ${target}`
  const change = async (some: Partial<AlertChannelBody>, failed: string) => {
    const { data = null, error } = await put({ id, body: { kind, ...some } })
    if (error !== undefined) notify(describeTrouble(error, failed))
    return data
  }
  const confirm = async () => {
    ask(null)
    if (asked === 'renew') return setSecret(await change({ renew_secret: true }, 'Could not renew the secret'))
    const { error } = await remove(id)
    if (error !== undefined) return notify(describeTrouble(error, 'Could not remove the channel'))
    onRemoved()
    notify(`Removed ${label}.`)
  }
  return (
    <li ref={row} className={classes.item} data-off={!enabled || undefined} aria-label={label} tabIndex={-1}>
      <div className={classes.text}>
        <p>
          <b>{kindNames[kind]}</b>
          {kind === 'push' && `, ${name}`}
          {isThisBrowser && ' (this browser)'}
          {target !== null && `, ${target}`}
        </p>
        <Text size="sm" c="dimmed">
          {describeState(channel)}
        </Text>
        {channel.lastFailure !== null && (
          <Text size="sm" c="var(--warning)">
            Last failure {formatLocalTime(channel.lastFailure.at)}: {toSentence(channel.lastFailure.reason)}
          </Text>
        )}
        <p role="status">{!testing.isLoading && describeTest(channel, testing.data, testing.error)}</p>
        {kind !== 'app' && (
          <Checkbox
            mt="2xs"
            label="Hide amounts"
            aria-label={`Hide amounts: ${label}`}
            checked={hideAmounts}
            onChange={({ currentTarget }) =>
              void change({ hide_amounts: currentTarget.checked }, 'Could not change the channel')
            }
          />
        )}
      </div>
      <div className={classes.acts}>
        {verified && (
          <BusyButton size="xs" busy={testing.isLoading} aria-label={`Test: ${label}`} onClick={() => test(id)}>
            {testing.isLoading ? 'Testing…' : 'Test'}
          </BusyButton>
        )}
        {verified && (
          <Button
            size="xs"
            aria-label={`${enabled ? 'Turn off' : 'Turn on'}: ${label}`}
            onClick={() => void change({ enabled: !enabled }, 'Could not change the channel')}
          >
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
        )}
        {kind === 'webhook' && (
          <Button size="xs" aria-label={`Renew the secret: ${label}`} onClick={() => ask('renew')}>
            Renew the secret
          </Button>
        )}
        {kind !== 'app' && (
          <Button size="xs" aria-label={`Remove: ${label}`} onClick={() => ask('remove')}>
            Remove
          </Button>
        )}
      </div>
      {!verified && (
        <CodeForm
          channel={channel}
          isAdded={isAdded}
          onAgain={() => change({ enabled: true }, 'Could not send a code')}
          onConfirmed={focusRow}
        />
      )}
      {secret !== null && (
        <SecretNote
          secret={secret}
          onDone={() => {
            setSecret(null)
            focusRow()
          }}
        />
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={asked === 'renew' ? 'Renew the signing secret?' : 'Remove this channel?'}
        text={
          asked === 'renew'
            ? 'Messages are signed with the new secret at once, so your server rejects them until you store it there.'
            : `No more messages go to ${target ?? name}. Messages that wait to be sent are dropped.`
        }
        confirm={asked === 'renew' ? 'Renew' : 'Remove'}
        isFinal
        onConfirm={() => void confirm()}
        onCancel={() => ask(null)}
      />
    </li>
  )
}

function describeState({ enabled, verified, lastSentAt }: AlertChannel): string {
  if (!verified) return 'Waits for the code in the email'
  const sent = lastSentAt === null ? '' : `, last sent ${formatLocalTime(lastSentAt)}`
  return `${enabled ? 'On' : 'Off'}${sent}`
}

/** Result of the last test; null before one. */
function describeTest({ kind }: AlertChannel, result: TestResult | undefined, error: unknown): string | null {
  if (error !== undefined) return describeTrouble(error, 'Could not send a test')
  if (result === undefined) return null
  if (result.outcome === 'sent') return `Test sent in ${formatInteger(result.tookMs)} ms. ${testPlaces[kind]}`
  return `Test failed: ${toSentence(result.reason ?? 'the reason is unknown')}`
}

interface CodeFormProps {
  readonly channel: AlertChannel
  readonly isAdded: boolean
  readonly onAgain: () => unknown
  readonly onConfirmed: () => void
}

/** Field for the code that confirms an email address. */
function CodeForm({ channel: { id, target }, isAdded, onAgain, onConfirmed }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [verify, { isLoading, error, reset }] = useVerifyAlertChannelMutation()
  const failure = isLoading ? null : asApiError(error)
  const fault = isMissing ? 'Enter the six digits of the code' : (describeFailure(failure) ?? failure?.kind)
  const submit = useSingleSubmit(async () => {
    const isCode = /^\s*\d{6}\s*$/.test(code)
    setMissing(!isCode)
    if (!isCode) return input.current?.focus()
    const { data } = await verify({ id, code })
    if (data === undefined) return input.current?.focus()
    onConfirmed()
    notify(`Confirmed ${target}.`)
  })
  useEffect(() => {
    if (isAdded) input.current?.focus()
  }, [isAdded])
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label={`Confirm ${target}`}>
      <TextInput
        ref={input}
        label="Code from the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={renderFieldError(fault)}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          setMissing(false)
          if (failure !== null) reset()
        }}
      />
      <Button type="submit" aria-disabled={isLoading}>
        Confirm
      </Button>
      <Button variant="subtle" onClick={() => void onAgain()}>
        Send another code
      </Button>
    </form>
  )
}
