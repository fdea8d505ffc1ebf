import { Button } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useSelector } from 'react-redux'
import { asApiError } from '../../api/api-error.ts'
import { useLoginMutation } from '../../api/auth-endpoints.ts'
import { selectSession } from '../../api/session.ts'
import { REGISTER_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { AuthFrame } from './auth-frame.tsx'
import classes from './form-parts.module.css'
import { FormField, SubmitError } from './form-parts.tsx'

interface LoginFields {
  username: string
  password: string
}

export function LoginPage() {
  const { status } = useSelector(selectSession)
  const { search } = useLocation()
  const [login, { isLoading, error }] = useLoginMutation()
  const { register, handleSubmit, formState } = useForm<LoginFields>({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const busy = isLoading || status === 'signed_in'
  const failure = asApiError(error)
  const submit = handleSubmit(async ({ username, password }) => {
    await login({ username: username.trim(), password })
  })

  return (
    <AuthFrame title="Sign in">
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Sign in">
        <h1 className={classes.title}>Sign in</h1>
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
          {...register('password', { required: 'Password is required' })}
        />
        {failure && !busy && <SubmitError error={failure} fallback="Login failed. Please try again." />}
        <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
        <p className={classes.more}>
          New to Callwright? <Link to={{ pathname: REGISTER_PATH, search }}>Create account</Link>
        </p>
      </form>
    </AuthFrame>
  )
}
