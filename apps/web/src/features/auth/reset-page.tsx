import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { asApiError } from '../../api/http.ts'
import { useCompleteResetMutation, useRequestResetMutation, useResetByEmailQuery } from '../../api/password-reset.ts'
import { FormField, validateConfirmation, validateNewPassword } from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { LOGIN_PATH, RESET_PATH } from '../../shared/paths.ts'
import { Link, useLocation } from '../../shared/routing.ts'
import classes from './auth.module.css'
import { AuthFrame, FormTitle } from './auth-frame.tsx'

/** The page opens for signed-in users too, because a link in an email must always work. */
const entry = { shouldRedirect: false, isFromDemo: false }

/** Page for a lost password: asks for the link, or sets a new password with the token behind the `#` of a link. */
export function ResetPage() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  const title = token === '' ? 'Reset password' : 'Choose a new password'
  return (
    <AuthFrame title={title} entry={entry} hasDemo={false}>
      <div className={classes.form}>
        <FormTitle>{title}</FormTitle>
        {token === '' ? <LinkRequest /> : <NewPassword key={token} token={token} />}
        <Text mt="lg">
          <Link to={LOGIN_PATH}>Back to sign in</Link>
        </Text>
      </div>
    </AuthFrame>
  )
}

interface RequestFields {
  username: string
}

const requestFields: ServerFields<RequestFields> = { username: 'username' }

function LinkRequest() {
  const { data: byEmail, isLoading: isAsking } = useResetByEmailQuery()
  const [requestReset, { isLoading, isSuccess, error }] = useRequestResetMutation()
  const { register, handleSubmit, formState, setError } = useForm<RequestFields>({
    mode: 'onTouched',
    defaultValues: { username: '' },
  })
  const failure = asApiError(error)
  useServerErrors(failure, requestFields, setError)
  const submit = useSingleSubmit(handleSubmit(({ username }) => requestReset({ username: username.trim() })))
  if (isAsking) return null
  if (byEmail === false) return <AskOperator />
  if (isSuccess) {
    return (
      <Outcome>
        If there is such an account, a link is on its way to its email. The link works once, within 30 minutes. If no
        email arrives, check your spam folder and the spelling. An account gets at most three emails per hour.
      </Outcome>
    )
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Reset password">
      <Text c="dimmed" mb="lg">
        We send a link to the email of your account. With it you can choose a new password.
      </Text>
      <FormField
        label="Username or Email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        message={formState.errors.username?.message}
        {...register('username', { validate: (value) => value.trim() !== '' || 'Username or email is required' })}
      />
      {failure && !isLoading && (
        <SubmitError
          error={failure}
          fallback="Could not send the link. Please try again."
          marked={isMarkedInFull(failure, requestFields)}
        />
      )}
      <Button type="submit" variant="filled" size="lg" fullWidth disabled={isLoading}>
        {isLoading ? 'Sending the link...' : 'Send the link'}
      </Button>
    </form>
  )
}

const AskOperator = () => (
  <>
    <Text mb="md">
      This server sends no email. Ask the person who runs it to set a new password for you. They run this command on the
      server, with your username or email:
    </Text>
    <code className={classes.command}>npm run users -- reset-password NAME</code>
  </>
)

interface PasswordFields {
  password: string
  confirmPassword: string
}

const passwordFields: ServerFields<PasswordFields> = { new_password: 'password' }

function NewPassword({ token }: { readonly token: string }) {
  const [completeReset, { isLoading, isSuccess, error }] = useCompleteResetMutation()
  const { register, handleSubmit, formState, getValues, setError, trigger } = useForm<PasswordFields>({
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, touchedFields } = formState
  const failure = asApiError(error)
  useServerErrors(failure, passwordFields, setError)
  const submit = useSingleSubmit(handleSubmit(({ password }) => completeReset({ token, password })))
  if (isSuccess) {
    return (
      <Outcome>
        Your password has been changed, and all your sessions have ended. Sign in with the new password.
      </Outcome>
    )
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Choose a new password">
      <FormField
        label="New Password"
        type="password"
        autoComplete="new-password"
        message={errors.password?.message}
        {...register('password', {
          validate: validateNewPassword,
          onChange: () => {
            if (touchedFields.confirmPassword) void trigger('confirmPassword')
          },
        })}
      />
      <FormField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        message={errors.confirmPassword?.message}
        {...register('confirmPassword', { validate: (value) => validateConfirmation(value, getValues('password')) })}
      />
      {failure && !isLoading && (
        <SubmitError
          error={failure}
          fallback="Could not change the password. Please try again."
          marked={isMarkedInFull(failure, passwordFields)}
        />
      )}
      <Button type="submit" variant="filled" size="lg" fullWidth disabled={isLoading}>
        {isLoading ? 'Changing the password...' : 'Change password'}
      </Button>
      {failure?.code === 'reset_link_invalid' && (
        <Text mt="lg">
          <Link to={RESET_PATH}>Request a new link</Link>
        </Text>
      )}
    </form>
  )
}

/** Announced to screen readers when it replaces the form. */
const Outcome = ({ children }: { readonly children: ReactNode }) => <Text role="status">{children}</Text>
