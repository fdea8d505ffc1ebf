import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { deleteAccount } from '../../../api/account-deletion.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { useSessionDispatch } from '../../../api/session-hooks.ts'
import { FormField } from '../../../shared/form/form-field.tsx'
import { validateOldPassword } from '../../../shared/form/password-rules.ts'
import { isMarkedInFull, type ServerFields, useServerErrors } from '../../../shared/form/server-errors.ts'
import { SubmitError } from '../../../shared/form/submit-error.tsx'
import { notify } from '../../../shared/notify.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { useSingleSubmit } from '../../../shared/use-single-run.ts'
import { dataWords, deletionWords as words } from '../settings-words.ts'
import classes from './delete-dialog.module.css'
import { useExport } from './use-export.ts'

interface DeleteDialogProps {
  readonly opened: boolean
  readonly username: string
  readonly onClose: () => void
}

/** Dialog that lists what will be deleted, offers an export, and requires the password and the username. */
export function DeleteDialog({ opened, username, onClose }: DeleteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title}>
      <div className={classes.text}>
        <p>{words.goes}</p>
        <ul className={classes.parts}>
          {words.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <p>{words.final}</p>
        <Copy />
      </div>
      <DeleteForm username={username} onClose={onClose} />
    </Dialog>
  )
}

function Copy() {
  const { failure, busy, download } = useExport()
  return (
    <>
      {failure && <SubmitError error={failure} fallback={dataWords.exportFailed} />}
      <BusyButton busy={busy} onClick={download}>
        {busy ? dataWords.exporting : dataWords.export}
      </BusyButton>
    </>
  )
}

interface DeleteFields {
  password: string
  confirm: string
}

const serverFields: ServerFields<DeleteFields> = { wrong_current_password: 'password', password: 'password' }

function DeleteForm({ username, onClose }: Omit<DeleteDialogProps, 'opened'>) {
  const dispatch = useSessionDispatch()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { register, handleSubmit, formState, setError } = useForm<DeleteFields>({
    mode: 'onTouched',
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState
  useServerErrors(failure, serverFields, setError)
  const submit = useSingleSubmit(
    handleSubmit(async ({ password }) => {
      setFailure(null)
      const refusal = await dispatch(deleteAccount(password))
      setFailure(refusal)
      if (refusal === null) notify(words.deleted, { stays: true })
    }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={words.submit}>
      <FormField
        label={words.password}
        type="password"
        autoComplete="current-password"
        message={errors.password?.message}
        {...register('password', { validate: validateOldPassword })}
      />
      <FormField
        label={words.confirm(username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        message={errors.confirm?.message}
        {...register('confirm', { validate: (value) => value.trim() === username || words.confirmWrong(username) })}
      />
      {failure && (
        <SubmitError error={failure} fallback={words.failed} marked={isMarkedInFull(failure, serverFields)} />
      )}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="filled" disabled={isSubmitting}>
          {isSubmitting ? words.busy : words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
