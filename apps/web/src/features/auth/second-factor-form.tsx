import type { FieldError, PasskeyAnswer } from '@callwright/contracts'
import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { ApiError } from '../../api/http.ts'
import { FormField } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import type { PasskeyProof } from '../../shared/passkeys.ts'
import classes from './auth.module.css'
import { FormTitle } from './auth-frame.tsx'

interface CodeFields {
  code: string
}

const serverFields: ServerFields<CodeFields> = { code: 'code', wrong_code: 'code' }

interface SecondFactorFormProps<Credentials> {
  /** Fields of the request that the server asks for. */
  readonly asked: readonly FieldError[]
  readonly passkey: PasskeyProof<Credentials>
  /** Sent for a passkey's challenge. */
  readonly credentials: Credentials
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly onProof: (proof: { readonly code: string } | { readonly passkey: PasskeyAnswer }) => Promise<unknown>
  readonly onBack: () => void
}

/** Last step of a sign-in: asks for a passkey or a code. */
export function SecondFactorForm<Credentials>(props: SecondFactorFormProps<Credentials>) {
  const { asked, passkey, credentials, failure, onProof, onBack } = props
  const { register, handleSubmit, formState, setError, setFocus } = useForm<CodeFields>({
    mode: 'onTouched',
    defaultValues: { code: '' },
  })
  const hasPasskey = asked.some(({ field }) => field === 'passkey')
  const hint = asked.find(({ field }) => field === 'code')?.detail
  // This form replaces the one that the user has just submitted.
  useEffect(() => {
    if (!hasPasskey) setFocus('code')
  }, [hasPasskey, setFocus])
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ code }) => {
      passkey.clear()
      await onProof({ code: code.trim() })
    }),
  )
  const confirm = async () => {
    const answer = await passkey.prove(credentials)
    if (answer !== null) await onProof({ passkey: answer })
  }
  const busy = props.busy || passkey.busy
  const shown = passkey.failure ?? failure
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Sign in with a second factor">
      <FormTitle>{hasPasskey ? 'Confirm your sign-in' : 'Enter your code'}</FormTitle>
      {hasPasskey && (
        <>
          <Button autoFocus type="button" variant="filled" size="lg" fullWidth disabled={busy} onClick={confirm}>
            {passkey.busy ? 'Waiting for your passkey...' : 'Use a passkey'}
          </Button>
          <p className={classes.or}>or</p>
        </>
      )}
      <Text c="dimmed" mb="lg">
        {hint ?? 'Enter the code that your authenticator app shows, or a recovery code.'}
      </Text>
      <FormField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        message={formState.errors.code?.message}
        {...register('code', { validate: (value) => value.trim() !== '' || 'Code is required' })}
      />
      {shown && !busy && (
        <SubmitError
          error={shown}
          fallback="Login failed. Please try again."
          marked={isMarkedInFull(shown, serverFields)}
        />
      )}
      <Button type="submit" variant={hasPasskey ? 'default' : 'filled'} size="lg" fullWidth disabled={busy}>
        {props.busy ? 'Signing in...' : 'Sign in'}
      </Button>
      <Button type="button" size="lg" fullWidth mt="sm" disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
