import type { AlertChannelBody } from '@callwright/contracts'
import { Button, Text, TextInput } from '@mantine/core'
import { nanoid } from '@reduxjs/toolkit'
import { useRef, useState } from 'react'
import { usePutAlertChannelMutation } from '../../../api/alerts.ts'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { capitalize, toSentence } from '../../../shared/format/words.ts'
import { useSingleRun, useSingleSubmit } from '../../../shared/hooks.ts'
import { notify } from '../../../shared/notifications.tsx'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { Banner, renderFieldError } from '../../../shared/ui/notices.tsx'
import classes from '../alerts.module.css'
import { findPushObstacle, readPushParts } from './push.ts'
import { SecretNote } from './secret-note.tsx'

interface AddFormProps {
  /** Receives the id of the new channel. */
  readonly onAdded: (id: string) => void
}

export function EmailForm({ onAdded }: AddFormProps) {
  return (
    <TargetForm
      label="Email address"
      type="email"
      submit="Add email"
      missing="Enter an email address"
      toBody={(address) => ({ kind: 'email', address })}
      onSaved={(id) => {
        onAdded(id)
        notify('A code is on its way. Enter it above.')
      }}
    />
  )
}

/** Form for a webhook. Once it is saved, shows its signing secret. */
export function WebhookForm({ onAdded }: AddFormProps) {
  const [added, setAdded] = useState<{ readonly id: string; readonly secret: string } | null>(null)
  return (
    <>
      <TargetForm
        label="URL"
        type="url"
        submit="Add webhook"
        missing="Enter the URL of your server"
        toBody={(url) => ({ kind: 'webhook', url })}
        onSaved={(id, secret) => setAdded(secret === null ? null : { id, secret })}
      />
      {added !== null && (
        <SecretNote
          secret={added.secret}
          onDone={() => {
            setAdded(null)
            onAdded(added.id)
          }}
        />
      )}
    </>
  )
}

interface TargetFormProps {
  readonly label: string
  readonly type: 'email' | 'url'
  readonly submit: string
  /** Error of an empty field. */
  readonly missing: string
  readonly toBody: (target: string) => AlertChannelBody
  /** Receives the id of the channel, and the secret of a webhook. */
  readonly onSaved: (id: string, secret: string | null) => void
}

/** Form with one field for the target of a new channel, with the server's errors below it. */
function TargetForm({ label, type, submit, missing, toBody, onSaved }: TargetFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [target, setTarget] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [put, { isLoading, error, reset }] = usePutAlertChannelMutation()
  const failure = isLoading ? null : asApiError(error)
  const sent = failure?.fields[0]?.detail ?? describeFailure(failure) ?? failure?.kind
  const fault = isMissing ? missing : sent && toSentence(capitalize(sent))
  const add = useSingleSubmit(async () => {
    const written = target.trim()
    setMissing(written === '')
    if (written === '') return input.current?.focus()
    const id = nanoid()
    const { data } = await put({ id, body: toBody(written) })
    if (data === undefined) return input.current?.focus()
    setTarget('')
    onSaved(id, data)
  })
  return (
    <form className={classes.form} noValidate onSubmit={add} aria-label={submit}>
      <TextInput
        ref={input}
        label={label}
        type={type}
        autoComplete={type === 'email' ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        value={target}
        error={renderFieldError(fault || undefined)}
        onChange={({ currentTarget }) => {
          setTarget(currentTarget.value)
          setMissing(false)
          if (failure !== null) reset()
        }}
      />
      <Button type="submit" aria-disabled={isLoading}>
        {isLoading ? 'Adding…' : submit}
      </Button>
    </form>
  )
}

/** Button that subscribes this browser. If it cannot, says why and how to change that. */
export function PushForm({ onSubscribe }: { readonly onSubscribe: () => Promise<string | null> }) {
  const obstacle = findPushObstacle(readPushParts())
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const subscribe = useSingleRun(async () => {
    setBusy(true)
    setFailure(await onSubscribe())
    setBusy(false)
  })
  return (
    <>
      {failure !== null && <Banner>{failure}</Banner>}
      {obstacle !== null && failure === null && <Text c="dimmed">{obstacle}</Text>}
      <div>
        <BusyButton busy={busy} onClick={subscribe}>
          {busy ? 'Setting up…' : 'Send push messages to this browser'}
        </BusyButton>
      </div>
    </>
  )
}
