import { Button } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useChangePasswordMutation } from '../../../api/account-endpoints.ts'
import { asApiError } from '../../../api/api-error.ts'
import { FormField } from '../../../shared/form/form-field.tsx'
import { validateConfirmation, validateNewPassword, validateOldPassword } from '../../../shared/form/password-rules.ts'
import { isMarkedInFull, type ServerFields, useServerErrors } from '../../../shared/form/server-errors.ts'
import { SubmitError } from '../../../shared/form/submit-error.tsx'
import { notify } from '../../../shared/notify.ts'
import { useSingleSubmit } from '../../../shared/use-single-run.ts'
import { passwordWords as words } from '../settings-words.ts'
import classes from './account.module.css'

interface PasswordFields {
  current: string
  next: string
  confirm: string
}

const serverFields: ServerFields<PasswordFields> = {
  wrong_current_password: 'current',
  current_password: 'current',
  new_password: 'next',
}

/** Form that changes the signed-in user's password. */
export function PasswordForm({ username }: { readonly username: string }) {
  const [changePassword, { isLoading, error }] = useChangePasswordMutation()
  const { register, handleSubmit, formState, getValues, setError, trigger, reset } = useForm<PasswordFields>({
    mode: 'onTouched',
    defaultValues: { current: '', next: '', confirm: '' },
  })
  const { errors, touchedFields } = formState
  const failure = asApiError(error)
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ current, next }) => {
      const { data } = await changePassword({ current_password: current, new_password: next })
      if (data === undefined) return
      reset()
      notify(words.changed(data))
    }),
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={words.submit}>
      {/* Lets password managers match the password to the username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <FormField
        label={words.current}
        type="password"
        autoComplete="current-password"
        message={errors.current?.message}
        {...register('current', { validate: validateOldPassword })}
      />
      <FormField
        label={words.next}
        type="password"
        autoComplete="new-password"
        message={errors.next?.message}
        {...register('next', {
          validate: validateNewPassword,
          onChange: () => {
            if (touchedFields.confirm) void trigger('confirm')
          },
        })}
      />
      <FormField
        label={words.confirm}
        type="password"
        autoComplete="new-password"
        message={errors.confirm?.message}
        {...register('confirm', { validate: (value) => validateConfirmation(value, getValues('next')) })}
      />
      {failure && !isLoading && (
        <SubmitError error={failure} fallback={words.failed} marked={isMarkedInFull(failure, serverFields)} />
      )}
      <Button type="submit" variant="filled" disabled={isLoading}>
        {isLoading ? words.busy : words.submit}
      </Button>
    </form>
  )
}
