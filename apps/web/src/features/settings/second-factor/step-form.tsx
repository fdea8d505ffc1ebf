import { Box, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type FieldValues, type UseFormRegisterReturn, type UseFormReturn, useForm } from 'react-hook-form'
import { useSelector } from 'react-redux'
import type { ApiError } from '../../../api/http.ts'
import { type Confirmation, type SecondFactor, usePasskeyChallengeMutation } from '../../../api/second-factor.ts'
import { selectSession } from '../../../api/session.ts'
import { explainPassword } from '../../../shared/form/explain-password.ts'
import { FormField, validateOldPassword } from '../../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../../shared/hooks.ts'
import { usePasskeyProof } from '../../../shared/passkeys.ts'

export interface ClosableProps {
  readonly onClose: () => void
}

interface StepFormProps<Fields extends FieldValues> extends ClosableProps {
  readonly form: UseFormReturn<Fields>
  readonly submit: () => Promise<void>
  readonly label: string
  readonly action: string
  readonly busy: boolean
  readonly failure: ApiError | null
  /** Error message for a failure without one of its own. */
  readonly fallback?: string
  readonly serverFields: ServerFields<Fields>
  readonly children: ReactNode
}

/** A form of one step, with its error and a Cancel button. */
export function StepForm<Fields extends FieldValues>(props: StepFormProps<Fields>) {
  const { form, submit, label, action, busy, failure, serverFields, onClose, children } = props
  const { fallback = 'Could not change two-factor sign-in. Please try again.' } = props
  useServerErrors(failure, serverFields, form.setError)
  const send = useSingleSubmit(submit)
  return (
    <Box component="form" w="100%" maw={380} onSubmit={send} noValidate aria-label={label}>
      <Text fw="var(--weight-strong)" mb="sm">
        {label}
      </Text>
      {children}
      {failure && !busy && (
        <SubmitError error={failure} fallback={fallback} marked={isMarkedInFull(failure, serverFields)} />
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

interface ProofFields {
  name: string
  password: string
  code: string
}

const proofFields: ServerFields<ProofFields> = {
  wrong_current_password: 'password',
  current_password: 'password',
  wrong_code: 'code',
  code: 'code',
  name: 'name',
}

interface ProofFormProps extends ClosableProps {
  readonly factor: SecondFactor
  readonly label: string
  readonly action: string
  /** Name to start with; null if the form has no name. */
  readonly name?: string | null
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly fallback?: string
  readonly onConfirm: (confirmation: Confirmation, name: string) => Promise<void>
}

/** Asks for the password, and for a code or a passkey if two-factor sign-in is on. */
export function ProofForm(props: ProofFormProps) {
  const { factor, label, action, name = null, busy, failure, fallback, onConfirm, onClose } = props
  const { user } = useSelector(selectSession)
  const passkey = usePasskeyProof(usePasskeyChallengeMutation())
  const passkeyFailure = useMemo(() => explainPassword(passkey.failure), [passkey.failure])
  const [usesPasskey, setUsesPasskey] = useState(factor.passkeys.length > 0)
  const form = useForm<ProofFields>({
    mode: 'onTouched',
    defaultValues: { name: name ?? '', password: '', code: '' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(async (values) => {
    const typedName = values.name.trim()
    const password = { current_password: values.password }
    if (!factor.isOn) return onConfirm(password, typedName)
    if (!usesPasskey) {
      passkey.clear()
      return onConfirm({ ...password, code: values.code.trim() }, typedName)
    }
    const answer = await passkey.prove({ username: user?.username ?? '', password: values.password })
    if (answer !== null) await onConfirm({ ...password, passkey: answer }, typedName)
  })
  const changeMode = () => {
    passkey.clear()
    setUsesPasskey(!usesPasskey)
  }
  return (
    <StepForm
      {...{ form, submit, label, action, onClose, ...(fallback !== undefined && { fallback }) }}
      busy={busy || passkey.busy}
      failure={passkeyFailure ?? failure}
      serverFields={proofFields}
    >
      {name !== null && (
        <FormField label="Name" message={errors.name?.message} {...form.register('name', { validate: validateName })} />
      )}
      <FormField
        label="Password"
        type="password"
        autoComplete="current-password"
        message={errors.password?.message}
        {...form.register('password', { validate: validateOldPassword })}
      />
      {factor.isOn && !usesPasskey && (
        <CodeField
          input={form.register('code', { validate: validateCode })}
          message={form.formState.errors.code?.message}
        />
      )}
      {factor.passkeys.length > 0 && (
        <Group gap="sm" mb="md">
          <Text c="dimmed">{usesPasskey ? 'Your browser will ask for your passkey.' : 'No code at hand?'}</Text>
          <Button type="button" size="compact-sm" onClick={changeMode}>
            {usesPasskey ? 'Enter a code instead' : 'Use a passkey instead'}
          </Button>
        </Group>
      )}
    </StepForm>
  )
}

export const validateName = (value: string) => value.trim() !== '' || 'Name is required'
export const validateCode = (value: string) => value.trim() !== '' || 'Code is required'

interface CodeFieldProps {
  readonly input: UseFormRegisterReturn
  readonly message: string | undefined
}

export const CodeField = ({ input, message }: CodeFieldProps) => (
  <FormField
    label="Code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    message={message}
    {...input}
  />
)
