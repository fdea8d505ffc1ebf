import { Anchor, Box, Button, Code, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type FieldValues, type UseFormRegisterReturn, type UseFormReturn, useForm } from 'react-hook-form'
import { type ApiError, asApiError } from '../../api/http.ts'
import {
  type Setup,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRemoveSecondFactorMutation,
} from '../../api/second-factor.ts'
import { saveFile } from '../../shared/export/save-file.ts'
import { FormField, validateOldPassword } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { notify } from '../../shared/notifications.tsx'

interface ClosableProps {
  readonly onClose: () => void
}

/** Steps of the setup: the password, the app with its first code, and the recovery codes. */
export function SetupForms({ onClose }: ClosableProps) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (setup !== null) return <AppForm setup={setup} onDone={setCodes} onClose={onClose} />
  return <PasswordStep onDone={setSetup} onClose={onClose} />
}

interface StepProps<Result> extends ClosableProps {
  readonly onDone: (result: Result) => void
}

const passwordFields: ServerFields<{ password: string }> = {
  wrong_current_password: 'password',
  current_password: 'password',
}

function PasswordStep({ onDone, onClose }: StepProps<Setup>) {
  const [begin, { isLoading, error }] = useBeginSecondFactorMutation()
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '' } })
  const submit = form.handleSubmit(async ({ password }) => {
    const { data } = await begin({ current_password: password })
    if (data !== undefined) onDone(data)
  })
  return (
    <StepForm
      {...{ form, submit, onClose }}
      label="Set up two-factor sign-in"
      action="Continue"
      busy={isLoading}
      failure={asApiError(error)}
      serverFields={passwordFields}
    >
      <PasswordField
        input={form.register('password', { validate: validateOldPassword })}
        message={form.formState.errors.password?.message}
      />
    </StepForm>
  )
}

const codeFields: ServerFields<{ code: string }> = { wrong_code: 'code', code: 'code' }

function AppForm({
  setup: { secret, uri },
  onDone,
  onClose,
}: StepProps<readonly string[]> & { readonly setup: Setup }) {
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

function RecoveryCodes({ codes, onClose }: ClosableProps & { readonly codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap="md" align="flex-start">
      <p role="status">Two-factor sign-in is on.</p>
      <Text maw="62ch">
        Keep these recovery codes in a safe place. Each signs you in once if you lose the app. They are shown only now.
      </Text>
      <Box component="ul" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </Box>
      <Group gap="sm">
        <CopyButton text={text} label="Copy codes" />
        <Button onClick={() => saveFile('callwright-recovery-codes.txt', text, 'text/plain')}>Download codes</Button>
        <Button variant="filled" onClick={onClose}>
          I have saved the codes
        </Button>
      </Group>
    </Stack>
  )
}

const removalFields: ServerFields<{ password: string; code: string }> = { ...passwordFields, ...codeFields }

export function RemovalForm({ onClose }: ClosableProps) {
  const [remove, { isLoading, error }] = useRemoveSecondFactorMutation()
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '', code: '' } })
  const submit = form.handleSubmit(async ({ password, code }) => {
    const { data } = await remove({ current_password: password, code: code.trim() })
    if (data === undefined) return
    onClose()
    notify('Two-factor sign-in is off.')
  })
  return (
    <StepForm
      {...{ form, submit, onClose }}
      label="Turn off two-factor sign-in"
      action="Turn off"
      busy={isLoading}
      failure={asApiError(error)}
      serverFields={removalFields}
    >
      <PasswordField
        input={form.register('password', { validate: validateOldPassword })}
        message={form.formState.errors.password?.message}
      />
      <CodeField
        input={form.register('code', { validate: validateCode })}
        message={form.formState.errors.code?.message}
      />
    </StepForm>
  )
}

interface StepFormProps<Fields extends FieldValues> extends ClosableProps {
  readonly form: UseFormReturn<Fields>
  readonly submit: () => Promise<void>
  readonly label: string
  readonly action: string
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly serverFields: ServerFields<Fields>
  readonly children: ReactNode
}

function StepForm<Fields extends FieldValues>(props: StepFormProps<Fields>) {
  const { form, submit, label, action, busy, failure, serverFields, onClose, children } = props
  useServerErrors(failure, serverFields, form.setError)
  const send = useSingleSubmit(submit)
  return (
    <Box component="form" w="100%" maw={380} onSubmit={send} noValidate aria-label={label}>
      {children}
      {failure && !busy && (
        <SubmitError
          error={failure}
          fallback="Could not change two-factor sign-in. Please try again."
          marked={isMarkedInFull(failure, serverFields)}
        />
      )}
      <Group gap="sm">
        <Button type="submit" variant="filled" disabled={busy}>
          {action}
        </Button>
        <Button type="button" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Box>
  )
}

interface FieldProps {
  readonly input: UseFormRegisterReturn
  readonly message: string | undefined
}

const PasswordField = ({ input, message }: FieldProps) => (
  <FormField label="Password" type="password" autoComplete="current-password" message={message} {...input} />
)

const CodeField = ({ input, message }: FieldProps) => (
  <FormField
    label="Code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    message={message}
    {...input}
  />
)

const validateCode = (value: string) => value.trim() !== '' || 'Code is required'

function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify('Copied')
    } catch {
      notify('Your browser does not allow copying here.')
    }
  }
  return <Button onClick={copy}>{label}</Button>
}
