import { Box, Button, Checkbox, Stack } from '@mantine/core'
import { nanoid } from '@reduxjs/toolkit'
import { type RefObject, useRef } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { useUndoImportMutation } from '../../../api/imports.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { countOf } from '../../../shared/format/words.ts'
import { notify, notifyUndo } from '../../../shared/notifications.tsx'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import { Banner } from '../../../shared/ui/notices.tsx'
import { ColumnMap } from '../column-map/column-map.tsx'
import classes from '../dialogs/dialogs.module.css'
import { GuardedDialog } from '../dialogs/guarded-dialog.tsx'
import { EventRows } from '../statement/event-rows.tsx'
import { FormChoices } from './form-choices.tsx'
import importClasses from './import.module.css'
import { ImportSource } from './import-source.tsx'
import { PositionRows } from './position-rows.tsx'
import {
  countChanges,
  type Import,
  type ImportAnswer,
  type ImportChoices,
  type PositionAnswer,
  useImport,
} from './use-import.ts'
import '@mantine/core/styles/Checkbox.layer.css'

interface ImportStepsProps {
  /** Called when something has been imported, or an import was taken back. */
  readonly onImported: () => void
  readonly onClose: () => void
}

interface ImportDialogProps extends ImportStepsProps {
  readonly opened: boolean
}

/** Imports positions or a broker's history from a file or pasted text, after a preview of each row. */
export function ImportDialog({ opened, onImported, onClose }: ImportDialogProps) {
  const dirty = useRef(false)
  const close = () => {
    dirty.current = false
    onClose()
  }
  return (
    <GuardedDialog opened={opened} onClose={close} title="Import positions" width={820} dirty={dirty}>
      <ImportSteps onImported={onImported} onClose={close} dirty={dirty} />
    </GuardedDialog>
  )
}

interface GuardedFormProps extends ImportStepsProps {
  /** The form sets this to whether it has text that has not been imported. */
  readonly dirty: RefObject<boolean>
}

function ImportSteps({ onImported, onClose, dirty }: GuardedFormProps) {
  const offerUndo = useUndo(onImported)
  const control = useImport((imported) => {
    dirty.current = false
    onImported()
    offerUndo(imported)
  })
  const { answer, choices, choose, trouble, text, busy } = control
  const write = (written: string) => {
    dirty.current = written !== ''
    control.write(written)
  }
  return (
    <>
      {trouble !== null && (
        <Box mb="md">
          <Banner tone="rejection">{trouble}</Banner>
        </Box>
      )}
      {busy && <progress className={importClasses.progress} aria-label={describeProgress(text)} />}
      {answer === null ? (
        <ImportSource text={text} onText={write} />
      ) : (
        <Stack className={classes.numbers ?? ''} gap="md">
          {answer.kind === 'positions' && (
            <PositionPreview answer={answer} text={text} choices={choices} choose={choose} />
          )}
          {answer.kind === 'events' && <EventRows answer={answer} control={control} />}
          {answer.kind === 'columns' && <ColumnMap answer={answer} control={control} />}
        </Stack>
      )}
      <Steps control={control} onClose={onClose} />
    </>
  )
}

const describeProgress = (text: string): string => `Checking ${countOf(text.split('\n').length, 'line')}`

function describeTrouble(error: unknown): string {
  const why = describeFailure(asApiError(error))
  return why === null
    ? 'Could not take the import back. Void its events in the ledger instead.'
    : `Could not take the import back: ${why}`
}

/** Offers to take an import back as one. */
function useUndo(onUndone: () => void) {
  const [undo] = useUndoImportMutation()
  return (answer: ImportAnswer) => {
    const id = answer.kind === 'columns' ? null : answer.import_id
    if (id === null) return
    const what =
      answer.kind === 'positions'
        ? countOf(countChanges(answer), 'position')
        : countOf(answer.kind === 'events' ? answer.events.length : 0, 'event')
    const key = nanoid()
    const take = async () => {
      const { error } = await undo({ id, key })
      if (error === undefined) onUndone()
      else notify(describeTrouble(error), { stays: true })
    }
    notifyUndo({ message: `Imported ${what}.`, undo: () => void take() })
  }
}

interface StepsProps {
  readonly control: Import
  readonly onClose: () => void
}

function Steps({ control: { answer, busy, check, runImport, backToText }, onClose }: StepsProps) {
  if (answer === null) {
    return (
      <DialogActions>
        <Button variant="subtle" onClick={onClose}>
          {commonWords.cancel}
        </Button>
        <Button variant="filled" aria-disabled={busy} onClick={() => void check()}>
          {busy ? 'Checking…' : 'Check rows'}
        </Button>
      </DialogActions>
    )
  }
  if (!answer.dry_run) {
    return (
      <DialogActions>
        <Button variant="filled" data-autofocus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    )
  }
  const plan = describePlan(answer)
  return (
    <DialogActions>
      <Button variant="subtle" onClick={backToText}>
        Back
      </Button>
      {plan !== null && (
        <Button
          variant="filled"
          aria-disabled={busy || !plan.isReady}
          onClick={() => {
            if (plan.isReady) void runImport()
          }}
        >
          {busy ? 'Importing…' : plan.label}
        </Button>
      )}
    </DialogActions>
  )
}

/** The label of the button that imports, and whether it can; null where the columns come first. */
function describePlan(answer: ImportAnswer): { readonly label: string; readonly isReady: boolean } | null {
  if (answer.kind === 'columns') return null
  const isOpen = answer.kind === 'positions' ? answer.questions.length > 0 : answer.form_questions.length > 0
  if (isOpen) return { label: 'Answer the question first', isReady: false }
  const [count, what] =
    answer.kind === 'positions' ? [countChanges(answer), 'position'] : [answer.events.length, 'event']
  return count === 0
    ? { label: 'Nothing to import', isReady: false }
    : { label: `Import ${countOf(count, what)}`, isReady: true }
}

interface PositionPreviewProps {
  readonly answer: PositionAnswer
  readonly text: string
  readonly choices: ImportChoices
  readonly choose: Import['choose']
}

function PositionPreview({ answer, text, choices, choose }: PositionPreviewProps) {
  const { form, questions, counts, rows } = answer
  const unusual = rows.filter(({ marks }) => marks.some(({ kind }) => kind === 'unusual')).length
  return (
    <>
      {answer.dry_run && (
        <>
          <FormChoices form={form} questions={questions} choices={choices} choose={choose} />
          {unusual > 0 && (
            <Checkbox
              className={classes.tick ?? ''}
              size="md"
              label={unusual === 1 ? 'The unusual row is correct: add it' : 'The unusual rows are correct: add them'}
              checked={choices.confirm_unusual ?? false}
              onChange={({ target }) => void choose({ confirm_unusual: target.checked })}
            />
          )}
          {(counts.duplicate > 0 || choices.add_equal_rows) && (
            <Checkbox
              className={classes.tick ?? ''}
              size="md"
              label="Equal rows are separate positions: add them all"
              checked={choices.add_equal_rows ?? false}
              onChange={({ target }) => void choose({ add_equal_rows: target.checked })}
            />
          )}
        </>
      )}
      <PositionRows text={text} answer={answer} />
    </>
  )
}
