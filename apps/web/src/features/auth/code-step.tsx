import type { FieldError } from '@callwright/contracts'
import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLoginMutation } from '../../api/auth.ts'
import { asApiError } from '../../api/http.ts'
import { FormField } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { usePasskeyProof } from '../../shared/passkeys.ts'
import classes from './auth.module.css'
import { FormTitle } from './auth-frame.tsx'

interface CodeFields {
  code: string
}

const serverFields: ServerFields<CodeFields> = { code: 'code', wrong_code: 'code' }

interface CodeStepProps {
  readonly username: string
  readonly password: string
  /** What the server asks for, as fields of the request. */
  readonly asked: readonly FieldError[]
  readonly onBack: () => void
}

/** Second step of the sign-in: asks for a passkey or a code, and sends it together with the name and the password. */
export function CodeStep({ username, password, asked, onBack }: CodeStepProps) {
  const [login, { isLoading, isSuccess, error }] = useLoginMutation()
  const passkey = usePasskeyProof()
  const { register, handleSubmit, formState, setError, setFocus } = useForm<CodeFields>({
    mode: 'onTouched',
    defaultValues: { code: '' },
  })
  const failure = asApiError(error)
  const hasPasskey = asked.some(({ field }) => field === 'passkey')
  const hint = asked.find(({ field }) => field === 'code')?.detail
  // This form replaces the one that the user has just submitted.
  useEffect(() => {
    if (!hasPasskey) setFocus('code')
  }, [hasPasskey, setFocus])
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ code }) => {
      await login({ username, password, code: code.trim() })
    }),
  )
  const confirm = async () => {
    const answer = await passkey.prove({ username, password })
    if (answer !== null) await login({ username, password, passkey: answer })
  }
  const busy = isLoading || isSuccess || passkey.busy
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
        {isLoading || isSuccess ? 'Signing in...' : 'Sign in'}
      </Button>
      <Button type="button" size="lg" fullWidth mt="sm" disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
