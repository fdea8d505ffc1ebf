import { Anchor, Code, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ApiError, asApiError } from '../../../api/http.ts'
import {
  type Passkey,
  type SecondFactor,
  type Setup,
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRemovePasskeyMutation,
  useRemoveSecondFactorMutation,
  useRenamePasskeyMutation,
} from '../../../api/second-factor.ts'
import { FormField } from '../../../shared/form/form-field.tsx'
import type { ServerFields } from '../../../shared/form/server-errors.tsx'
import { nameDevice } from '../../../shared/name-device.ts'
import { notify } from '../../../shared/notifications.tsx'
import { createPasskey } from '../../../shared/passkeys.ts'
import { CopyButton, RecoveryCodes } from './recovery-codes.tsx'
import { type ClosableProps, CodeField, ProofForm, StepForm, validateCode, validateName } from './step-form.tsx'

/** A change that the user has chosen in the section. */
export type FactorChange =
  | { readonly kind: 'add_app' | 'add_passkey' | 'remove_app' }
  | { readonly kind: 'rename_passkey' | 'remove_passkey'; readonly passkey: Passkey }

interface FormProps extends ClosableProps {
  readonly factor: SecondFactor
}

/** The forms of a change. They stay open after the server has added a factor, because they then show recovery codes. */
export function FactorForms({ change, factor, onClose }: FormProps & { readonly change: FactorChange }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finish = (newCodes: readonly string[] | null) => (newCodes === null ? onClose() : setCodes(newCodes))
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  switch (change.kind) {
    case 'add_app':
      return <AppForms {...{ factor, onClose }} onDone={finish} />
    case 'add_passkey':
      return <PasskeyForm {...{ factor, onClose }} onDone={finish} />
    case 'rename_passkey':
      return <RenameForm passkey={change.passkey} onClose={onClose} />
    case 'remove_passkey':
      return <RemovalForm {...{ factor, onClose }} passkey={change.passkey} />
    case 'remove_app':
      return <RemovalForm {...{ factor, onClose }} passkey={null} />
  }
}

interface AddingProps extends FormProps {
  readonly onDone: (codes: readonly string[] | null) => void
}

/** Two steps: the password, and the app with its first code. */
function AppForms({ factor, onDone, onClose }: AddingProps) {
  const [begin, { isLoading, error, data: setup }] = useBeginSecondFactorMutation()
  if (setup !== undefined) return <AppForm setup={setup} onDone={onDone} onClose={onClose} />
  return (
    <ProofForm
      {...{ factor, onClose }}
      label="Set up an authenticator app"
      action="Continue"
      busy={isLoading}
      failure={asApiError(error)}
      onConfirm={async (confirmation) => {
        await begin(confirmation)
      }}
    />
  )
}

const codeFields: ServerFields<{ code: string }> = { wrong_code: 'code', code: 'code' }

function AppForm({ setup: { secret, uri }, onDone, onClose }: Omit<AddingProps, 'factor'> & { readonly setup: Setup }) {
  const [confirm, { isLoading, error }] = useConfirmSecondFactorMutation()
  const form = useForm({ mode: 'onTouched', defaultValues: { code: '' } })
  const submit = form.handleSubmit(async ({ code }) => {
    const { data } = await confirm({ code: code.trim() })
    if (data !== undefined) onDone(data)
  })
  return (
    <StepForm
      {...{ form, submit, onClose }}
      label="Confirm the authenticator app"
      action="Turn on"
      busy={isLoading}
      failure={asApiError(error)}
      serverFields={codeFields}
    >
      <Stack gap="sm" align="flex-start" mb="md">
        <p>Add this key to your authenticator app, then enter the code that the app shows.</p>
        <Code style={{ overflowWrap: 'anywhere' }}>{secret.match(/.{1,4}/g)?.join(' ')}</Code>
        <Group gap="lg">
          <CopyButton text={secret} label="Copy key" />
          <Anchor href={uri}>Open in an app on this device</Anchor>
        </Group>
      </Stack>
      <CodeField
        input={form.register('code', { validate: validateCode })}
        message={form.formState.errors.code?.message}
      />
    </StepForm>
  )
}

function PasskeyForm({ factor, onDone, onClose }: AddingProps) {
  const [begin, begun] = useBeginPasskeyMutation()
  const [add, added] = useAddPasskeyMutation()
  const [waiting, setWaiting] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  return (
    <ProofForm
      {...{ factor, onClose }}
      label="Add a passkey"
      action="Create passkey"
      name={nameDevice(navigator.userAgent) ?? 'Passkey'}
      busy={begun.isLoading || added.isLoading || waiting}
      failure={refusal ?? asApiError(begun.error ?? added.error)}
      onConfirm={async (confirmation, name) => {
        setRefusal(null)
        const { data: options } = await begin(confirmation)
        if (options === undefined) return
        setWaiting(true)
        const { result, failure } = await createPasskey(options)
        setWaiting(false)
        setRefusal(failure)
        if (result === null) return
        const { data: codes } = await add({ name, credential: result })
        if (codes === undefined) return
        notify('Passkey added.')
        onDone(codes)
      }}
    />
  )
}

const nameFields: ServerFields<{ name: string }> = { name: 'name' }

function RenameForm({ passkey, onClose }: ClosableProps & { readonly passkey: Passkey }) {
  const [rename, { isLoading, error }] = useRenamePasskeyMutation()
  const form = useForm({ mode: 'onTouched', defaultValues: { name: passkey.name } })
  const submit = form.handleSubmit(async ({ name }) => {
    const { data } = await rename({ id: passkey.id, name: name.trim() })
    if (data !== undefined) onClose()
  })
  return (
    <StepForm
      {...{ form, submit, onClose }}
      label={`Rename ${passkey.name}`}
      action="Save"
      busy={isLoading}
      failure={asApiError(error)}
      serverFields={nameFields}
    >
      <FormField
        label="Name"
        message={form.formState.errors.name?.message}
        {...form.register('name', { validate: validateName })}
      />
    </StepForm>
  )
}

/** `passkey` is null for the app. */
function RemovalForm({ factor, passkey, onClose }: FormProps & { readonly passkey: Passkey | null }) {
  const [removeApp, app] = useRemoveSecondFactorMutation()
  const [removePasskey, removed] = useRemovePasskeyMutation()
  const isLast = factor.passkeys.length + (factor.appSince === null ? 0 : 1) === 1
  const name = passkey?.name ?? 'the authenticator app'
  return (
    <ProofForm
      {...{ factor, onClose }}
      label={`Remove ${name}`}
      action={isLast ? 'Turn off' : 'Remove'}
      busy={app.isLoading || removed.isLoading}
      failure={asApiError(app.error ?? removed.error)}
      onConfirm={async (confirmation) => {
        const { data } = await (passkey === null
          ? removeApp(confirmation)
          : removePasskey({ ...confirmation, id: passkey.id }))
        if (data === undefined) return
        onClose()
        notify(isLast ? 'Two-factor sign-in is off.' : 'Removed.')
      }}
    />
  )
}
