import { Box, Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { deleteAccount, useChangePasswordMutation } from '../../api/account.ts'
import { type ApiError, asApiError } from '../../api/http.ts'
import { useSessionDispatch } from '../../api/session.ts'
import {
  FormField,
  validateConfirmation,
  validateNewPassword,
  validateOldPassword,
} from '../../shared/form/form-field.tsx'
import { isMarkedInFull, type ServerFields, SubmitError, useServerErrors } from '../../shared/form/server-errors.tsx'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { notify } from '../../shared/notifications.tsx'
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx'
import { describeEnded } from './sessions-section.tsx'

interface PasswordFields {
  current: string
  next: string
  confirm: string
}

const passwordServerFields: ServerFields<PasswordFields> = {
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
  useServerErrors(failure, passwordServerFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ current, next }) => {
      const { data } = await changePassword({ current_password: current, new_password: next })
      if (data === undefined) return
      reset()
      const ended = data === 0 ? 'You were not signed in anywhere else.' : describeEnded(data)
      notify(`Your password has been changed. ${ended}`)
    }),
  )
  return (
    <Box component="form" w="100%" maw={380} onSubmit={submit} noValidate aria-label="Change password">
      {/* Lets password managers match the password to the username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <FormField
        label="Current password"
        type="password"
        autoComplete="current-password"
        message={errors.current?.message}
        {...register('current', { validate: validateOldPassword })}
      />
      <FormField
        label="New password"
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
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        message={errors.confirm?.message}
        {...register('confirm', { validate: (value) => validateConfirmation(value, getValues('next')) })}
      />
      {failure && !isLoading && (
        <SubmitError
          error={failure}
          fallback="Could not change the password. Please try again."
          marked={isMarkedInFull(failure, passwordServerFields)}
        />
      )}
      <Button type="submit" variant="filled" disabled={isLoading}>
        {isLoading ? 'Changing password...' : 'Change password'}
      </Button>
    </Box>
  )
}

interface DeleteDialogProps {
  readonly opened: boolean
  readonly username: string
  readonly exportButton: ReactNode
  readonly onClose: () => void
}

/** Dialog that lists what will be deleted, offers an export, and requires the password and the username. */
export function DeleteDialog({ opened, username, exportButton, onClose }: DeleteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete your account?">
      <Stack gap="sm" align="flex-start" mb="lg">
        <p>This permanently deletes:</p>
        <Box component="ul" c="dimmed" pl="lg" style={{ listStyle: 'disc' }}>
          <li>your account with its name and email address</li>
          <li>your positions and their history, including those not synced yet</li>
          <li>your saved screens and rating weights</li>
          <li>your conversation with the coach</li>
          <li>all your sessions</li>
        </Box>
        <p>This cannot be undone. To keep a copy, download your data first.</p>
        {exportButton}
      </Stack>
      <DeleteForm username={username} onClose={onClose} />
    </Dialog>
  )
}

interface DeleteFields {
  password: string
  confirm: string
}

const deleteServerFields: ServerFields<DeleteFields> = { wrong_current_password: 'password', password: 'password' }

function DeleteForm({ username, onClose }: Pick<DeleteDialogProps, 'username' | 'onClose'>) {
  const dispatch = useSessionDispatch()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { register, handleSubmit, formState, setError } = useForm<DeleteFields>({
    mode: 'onTouched',
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState
  useServerErrors(failure, deleteServerFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ password }) => {
      setFailure(null)
      const refusal = await dispatch(deleteAccount(password))
      setFailure(refusal)
      if (refusal === null) notify('Your account has been deleted.', { stays: true })
    }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label="Delete account">
      <FormField
        label="Password"
        type="password"
        autoComplete="current-password"
        message={errors.password?.message}
        {...register('password', { validate: validateOldPassword })}
      />
      <FormField
        label={`Type ${username} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        message={errors.confirm?.message}
        {...register('confirm', { validate: (value) => value.trim() === username || `Please type ${username}` })}
      />
      {failure && (
        <SubmitError
          error={failure}
          fallback="Could not delete the account. Please try again."
          marked={isMarkedInFull(failure, deleteServerFields)}
        />
      )}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" disabled={isSubmitting}>
          {isSubmitting ? 'Deleting...' : 'Delete account'}
        </Button>
      </DialogActions>
    </form>
  )
}
