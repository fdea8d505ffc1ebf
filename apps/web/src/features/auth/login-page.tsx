import { Button, Text } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useLoginMutation } from '../../api/auth.ts'
import { asApiError } from '../../api/http.ts'
import { FormField, validateOldPassword } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { REGISTER_PATH, RESET_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { useDeferred } from '../../shared/use-deferred.ts'
import classes from './auth.module.css'
import { AuthFrame, DemoEntry, FormTitle, useEntry } from './auth-frame.tsx'

interface LoginFields {
  username: string
  password: string
}

const serverFields: ServerFields<LoginFields> = { username: 'username', password: 'password' }

const NEEDS_CODE = 'second_factor_needed'
const loadCodeStep = async () => (await import('./code-step.tsx')).CodeStep

export function LoginPage() {
  const entry = useEntry()
  const { search } = useLocation()
  const [login, { isLoading, error, reset }] = useLoginMutation()
  const { part: CodeStep, load } = useDeferred(loadCodeStep)
  const { register, handleSubmit, formState, getValues, setError } = useForm<LoginFields>({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const busy = isLoading || entry.shouldRedirect
  const failure = asApiError(error)
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ username, password }) => {
      const { error: reason } = await login({ username: username.trim(), password })
      if (asApiError(reason)?.code === NEEDS_CODE) await load()
    }),
  )

  if (CodeStep !== null && failure?.code === NEEDS_CODE) {
    const { username, password } = getValues()
    return (
      <AuthFrame title="Sign in" entry={entry} hasDemo={false}>
        <CodeStep username={username.trim()} password={password} asked={failure.fields} onBack={reset} />
      </AuthFrame>
    )
  }
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
