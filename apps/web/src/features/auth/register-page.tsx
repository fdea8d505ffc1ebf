import { Button } from '@mantine/core'
import { asApiError } from '../../api/api-error.ts'
import { useRegisterMutation } from '../../api/auth-endpoints.ts'
import { FormField } from '../../shared/form/form-field.tsx'
import { isMarkedInFull } from '../../shared/form/server-errors.ts'
import { SubmitError } from '../../shared/form/submit-error.tsx'
import { LOGIN_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import { useSingleSubmit } from '../../shared/use-single-run.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { registerWords as words } from './auth-words.ts'
import { DemoEntry } from './demo-entry.tsx'
import { serverFields, useRegisterForm } from './register-form.ts'
import { useEntry } from './use-entry.ts'

export function RegisterPage() {
  const entry = useEntry()
  const { search } = useLocation()
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
      })
    }),
  )

  return (
    <AuthFrame title={words.title} entry={entry}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={words.title}>
        <h1 className={classes.title}>{words.title}</h1>
        <FormField label={words.fullName} autoComplete="name" {...fields.fullName} />
        <FormField
          label={words.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.username}
        />
        <FormField label={words.email} type="email" autoComplete="email" {...fields.email} />
        <FormField label={words.password} type="password" autoComplete="new-password" {...fields.password} />
        <FormField
          label={words.confirmPassword}
          type="password"
          autoComplete="new-password"
          {...fields.confirmPassword}
        />
        {failure && !busy && (
          <SubmitError error={failure} fallback={words.failed} marked={isMarkedInFull(failure, serverFields)} />
        )}
        <Button type="submit" variant="filled" size="lg" fullWidth disabled={busy}>
          {busy ? words.busy : words.submit}
        </Button>
        <DemoEntry entry={entry} busy={busy} />
        <p className={classes.more}>
          {words.other} <Link to={{ pathname: LOGIN_PATH, search }}>{words.toOther}</Link>
        </p>
      </form>
    </AuthFrame>
  )
}
