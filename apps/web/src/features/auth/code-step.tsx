import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLoginMutation } from '../../api/auth.ts'
import { asApiError } from '../../api/http.ts'
import { FormField } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import classes from './auth.module.css'
import { FormTitle } from './auth-frame.tsx'

interface CodeFields {
  code: string
}

const serverFields: ServerFields<CodeFields> = { code: 'code', wrong_code: 'code' }

interface CodeStepProps {
  readonly username: string
  readonly password: string
  readonly onBack: () => void
}

/** Second step of the sign-in: asks for a code, and sends it together with the name and the password. */
export function CodeStep({ username, password, onBack }: CodeStepProps) {
  const [login, { isLoading, isSuccess, error }] = useLoginMutation()
  const { register, handleSubmit, formState, setError, setFocus } = useForm<CodeFields>({
    mode: 'onTouched',
    defaultValues: { code: '' },
  })
  const failure = asApiError(error)
  // This form replaces the one that the user has just submitted.
  useEffect(() => setFocus('code'), [setFocus])
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ code }) => {
      await login({ username, password, code: code.trim() })
    }),
  )
  const busy = isLoading || isSuccess
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Sign in with a code">
      <FormTitle>Enter your code</FormTitle>
      <Text c="dimmed" mb="lg">
        Enter the six digits that your authenticator app shows now, or one of your recovery codes.
      </Text>
      <FormField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        message={formState.errors.code?.message}
        {...register('code', { validate: (value) => value.trim() !== '' || 'Code is required' })}
      />
      {failure && !busy && (
        <SubmitError
          error={failure}
          fallback="Login failed. Please try again."
          marked={isMarkedInFull(failure, serverFields)}
        />
      )}
      <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
      <Button type="button" size="lg" fullWidth mt="sm" disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
