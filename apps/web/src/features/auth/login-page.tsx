import { Button, Text } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useLoginMutation } from '../../api/auth.ts'
import { asApiError } from '../../api/http.ts'
import { FormField, validateOldPassword } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { REGISTER_PATH, RESET_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import classes from './auth.module.css'
import { AuthFrame, DemoEntry, FormTitle, useEntry } from './auth-frame.tsx'

interface LoginFields {
  username: string
  password: string
}

const serverFields: ServerFields<LoginFields> = { username: 'username', password: 'password' }

export function LoginPage() {
  const entry = useEntry()
  const { search } = useLocation()
  const [login, { isLoading, error }] = useLoginMutation()
  const { register, handleSubmit, formState, setError } = useForm<LoginFields>({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const busy = isLoading || entry.shouldRedirect
  const failure = asApiError(error)
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ username, password }) => {
      await login({ username: username.trim(), password })
    }),
  )

  return (
    <AuthFrame title="Sign in" entry={entry}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Sign in">
        <FormTitle>Sign in</FormTitle>
        <FormField
          label="Username or Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          message={errors.username?.message}
          {...register('username', { validate: (value) => value.trim() !== '' || 'Username or email is required' })}
        />
        <FormField
          label="Password"
          type="password"
          autoComplete="current-password"
          message={errors.password?.message}
          {...register('password', { validate: validateOldPassword })}
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
        <DemoEntry entry={entry} busy={busy} />
        <Text mt="lg">
          <Link to={RESET_PATH}>Forgot password?</Link>
        </Text>
        <Text c="dimmed">
          New to Callwright? <Link to={{ pathname: REGISTER_PATH, search }}>Create account</Link>
        </Text>
      </form>
    </AuthFrame>
  )
}
