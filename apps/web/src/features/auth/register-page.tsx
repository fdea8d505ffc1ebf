import { Button } from '@mantine/core'
import { useSelector } from 'react-redux'
import { asApiError } from '../../api/api-error.ts'
import { useRegisterMutation } from '../../api/auth-endpoints.ts'
import { selectSession } from '../../api/session.ts'
import { LOGIN_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { AuthFrame } from './auth-frame.tsx'
import classes from './form-parts.module.css'
import { FormField, SubmitError } from './form-parts.tsx'
import { isMarkedInFull, useRegisterForm } from './register-form.ts'

export function RegisterPage() {
  const { status } = useSelector(selectSession)
  const { search } = useLocation()
  const [registerAccount, { isLoading, error }] = useRegisterMutation()
  const failure = asApiError(error)
  const { fields, submitWith } = useRegisterForm(failure)
  const busy = isLoading || status === 'signed_in'
  const submit = submitWith(async ({ fullName, username, email, password }) => {
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
        <FormField label="Full Name (Optional)" autoComplete="name" {...fields.fullName} />
        <FormField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.username}
        />
        <FormField label="Email Address" type="email" autoComplete="email" {...fields.email} />
        <FormField label="Password" type="password" autoComplete="new-password" {...fields.password} />
        <FormField label="Confirm Password" type="password" autoComplete="new-password" {...fields.confirmPassword} />
        {failure && !busy && (
          <SubmitError
            error={failure}
            fallback="Registration failed. Please try again."
            marked={isMarkedInFull(failure)}
          />
        )}
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
