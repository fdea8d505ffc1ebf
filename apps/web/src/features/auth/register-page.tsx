import { Button, Text } from '@mantine/core'
import { type Path, useForm } from 'react-hook-form'
import { useRegisterMutation } from '../../api/auth.ts'
import { type ApiError, asApiError } from '../../api/http.ts'
import { FormField, validateConfirmation, validateNewPassword } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { LOGIN_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import classes from './auth.module.css'
import { AuthFrame, DemoEntry, FormTitle, useEntry } from './auth-frame.tsx'

export function RegisterPage() {
  const entry = useEntry()
  const { search } = useLocation()
  // The operator's link has the code.
  const invitation = new URLSearchParams(search).get('invitation')
  const [registerAccount, { isLoading, error }] = useRegisterMutation()
  const failure = asApiError(error)
  const { fields, submitWith } = useRegisterForm(failure)
  const busy = isLoading || entry.shouldRedirect
  const submit = useSingleSubmit(
    submitWith(async ({ fullName, username, email, password }) => {
      const name = fullName.trim()
      await registerAccount({
        username: username.trim(),
        email: email.trim(),
        password,
        full_name: name === '' ? null : name,
        ...(invitation !== null && { invitation }),
      })
    }),
  )

  return (
    <AuthFrame title="Create account" entry={entry}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Create account">
        <FormTitle>Create account</FormTitle>
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
            marked={isMarkedInFull(failure, serverFields)}
          />
        )}
        <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
          {busy ? 'Creating account...' : 'Create account'}
        </Button>
        <DemoEntry entry={entry} busy={busy} />
        <Text c="dimmed" mt="lg">
          Already have an account? <Link to={{ pathname: LOGIN_PATH, search }}>Sign in</Link>
        </Text>
      </form>
    </AuthFrame>
  )
}

interface RegisterFields {
  fullName: string
  username: string
  email: string
  password: string
  confirmPassword: string
}

/** Form fields, keyed by the name that the server's validation errors use. */
const serverFields: ServerFields<RegisterFields> = {
  full_name: 'fullName',
  username: 'username',
  email: 'email',
  password: 'password',
}

/** Registration fields with their validation rules (SPEC section 5) and the server's field errors. */
function useRegisterForm(failure: ApiError | null) {
  const form = useForm<RegisterFields>({
    mode: 'onTouched',
    defaultValues: { fullName: '', username: '', email: '', password: '', confirmPassword: '' },
  })
  const { register, formState, getValues, setError, trigger } = form
  const { errors, touchedFields } = formState

  useServerErrors(failure, serverFields, setError)

  const bind = (name: Path<RegisterFields>, rules: Parameters<typeof register>[1] = {}) => ({
    message: errors[name]?.message,
    ...register(name, rules),
  })
  return {
    submitWith: form.handleSubmit,
    fields: {
      fullName: bind('fullName'),
      username: bind('username', { validate: validateUsername }),
      email: bind('email', { validate: validateEmail }),
      password: bind('password', {
        validate: validateNewPassword,
        onChange: () => {
          if (touchedFields.confirmPassword) void trigger('confirmPassword')
        },
      }),
      confirmPassword: bind('confirmPassword', {
        validate: (value) => validateConfirmation(value, getValues('password')),
      }),
    },
  }
}

function validateUsername(value: string): string | true {
  const name = value.trim()
  if (name === '') return 'Username is required'
  return name.length >= 3 || 'Username must be at least 3 characters'
}

function validateEmail(value: string): string | true {
  const email = value.trim()
  if (email === '') return 'Email is required'
  return /^[^\s@]+@\S+$/.test(email) || 'Please enter a valid email address'
}
