import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { useSelector } from 'react-redux'
import { asApiError } from '../../api/api-error.ts'
import { useRegisterMutation } from '../../api/auth-endpoints.ts'
import { selectSession } from '../../api/session.ts'
import { LOGIN_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { AuthFrame } from './auth-frame.tsx'
import classes from './form-parts.module.css'
import { renderFieldError, SubmitError } from './form-parts.tsx'

interface RegisterFields {
  fullName: string
  username: string
  email: string
  password: string
  confirmPassword: string
}

/** The server's names of the fields it may refuse. */
const serverFields: Readonly<Record<string, Path<RegisterFields>>> = {
  full_name: 'fullName',
  username: 'username',
  email: 'email',
  password: 'password',
}

const passwordToggle = { 'aria-label': 'Show password' }

export function RegisterPage() {
  const { status } = useSelector(selectSession)
  const { search } = useLocation()
  const [registerAccount, { isLoading, error }] = useRegisterMutation()
  const { register, handleSubmit, formState, getValues, setError, trigger } = useForm<RegisterFields>({
    mode: 'onTouched',
    defaultValues: { fullName: '', username: '', email: '', password: '', confirmPassword: '' },
  })
  const { errors, touchedFields } = formState
  const busy = isLoading || status === 'signed_in'
  const failure = asApiError(error)

  useEffect(() => {
    const refused = asApiError(error)?.fields ?? []
    for (const { field, detail } of refused) {
      const name = serverFields[field]
      if (name !== undefined) setError(name, { type: 'server', message: detail }, { shouldFocus: true })
    }
  }, [error, setError])

  const submit = handleSubmit(async ({ fullName, username, email, password }) => {
    const name = fullName.trim()
    await registerAccount({
      username: username.trim(),
      email: email.trim(),
      password,
      full_name: name === '' ? null : name,
    })
  })

  return (
    <AuthFrame title="Create account">
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Create account">
        <h1 className={classes.title}>Create account</h1>
        <TextInput
          className={classes.field}
          label="Full Name (Optional)"
          autoComplete="name"
          error={renderFieldError(errors.fullName?.message)}
          {...register('fullName')}
        />
        <TextInput
          className={classes.field}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={renderFieldError(errors.username?.message)}
          {...register('username', { validate: validateUsername })}
        />
        <TextInput
          className={classes.field}
          label="Email Address"
          type="email"
          autoComplete="email"
          error={renderFieldError(errors.email?.message)}
          {...register('email', { validate: validateEmail })}
        />
        <PasswordInput
          className={classes.field}
          label="Password"
          autoComplete="new-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={passwordToggle}
          error={renderFieldError(errors.password?.message)}
          {...register('password', {
            required: 'Password is required',
            minLength: { value: 6, message: 'Password must be at least 6 characters' },
            onChange: () => {
              if (touchedFields.confirmPassword) void trigger('confirmPassword')
            },
          })}
        />
        <PasswordInput
          className={classes.field}
          label="Confirm Password"
          autoComplete="new-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={passwordToggle}
          error={renderFieldError(errors.confirmPassword?.message)}
          {...register('confirmPassword', {
            required: 'Please confirm your password',
            validate: (value) => value === getValues('password') || 'Passwords do not match',
          })}
        />
        {failure && !busy && <SubmitError error={failure} fallback="Registration failed. Please try again." />}
        <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
          {busy ? 'Creating account...' : 'Create account'}
        </Button>
        <p className={classes.more}>
          Already have an account? <Link to={{ pathname: LOGIN_PATH, search }}>Sign in</Link>
        </p>
      </form>
    </AuthFrame>
  )
}

function validateUsername(value: string): string | true {
  const name = value.trim()
  if (name === '') return 'Username is required'
  return name.length >= 3 || 'Username must be at least 3 characters'
}

function validateEmail(value: string): string | true {
  const email = value.trim()
  if (email === '') return 'Email is required'
  return /^\S+@\S+$/.test(email) || 'Please enter a valid email address'
}
