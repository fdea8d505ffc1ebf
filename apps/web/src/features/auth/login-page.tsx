import { Button } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { asApiError } from '../../api/api-error.ts'
import { useLoginMutation } from '../../api/auth-endpoints.ts'
import { FormField } from '../../shared/form/form-field.tsx'
import { validateOldPassword } from '../../shared/form/password-rules.ts'
import { isMarkedInFull, type ServerFields, useServerErrors } from '../../shared/form/server-errors.ts'
import { SubmitError } from '../../shared/form/submit-error.tsx'
import { REGISTER_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { useSingleSubmit } from '../../shared/use-single-run.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { loginWords as words } from './auth-words.ts'
import { DemoEntry } from './demo-entry.tsx'
import { useEntry } from './use-entry.ts'

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
    <AuthFrame title={words.title} entry={entry}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={words.title}>
        <h1 className={classes.title}>{words.title}</h1>
        <FormField
          label={words.name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          message={errors.username?.message}
          {...register('username', { validate: (value) => value.trim() !== '' || words.nameMissing })}
        />
        <FormField
          label={words.password}
          type="password"
          autoComplete="current-password"
          message={errors.password?.message}
          {...register('password', { validate: validateOldPassword })}
        />
        {failure && !busy && (
          <SubmitError error={failure} fallback={words.failed} marked={isMarkedInFull(failure, serverFields)} />
        )}
        <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
          {busy ? words.busy : words.submit}
        </Button>
        <DemoEntry entry={entry} busy={busy} />
        <p className={classes.more}>
          {words.other} <Link to={{ pathname: REGISTER_PATH, search }}>{words.toOther}</Link>
        </p>
      </form>
    </AuthFrame>
  )
}
