import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { Banner } from '../../../shared/ui/banner.tsx'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import { GuardedDialog } from '../guarded-dialog.tsx'
import classes from './import-dialog.module.css'
import { ImportForm } from './import-form.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportSource } from './import-source.tsx'
import { countChanges } from './import-view.ts'
import { importWords as words } from './transfer-words.ts'
import { useImport } from './use-import.ts'

interface ImportStepsProps {
  /** Called when positions have been imported. */
  readonly onImported: () => void
  readonly onClose: () => void
}

interface ImportDialogProps extends ImportStepsProps {
  readonly opened: boolean
}

/** Imports positions from a file or pasted text, after a preview of each row. */
export function ImportDialog({ opened, onImported, onClose }: ImportDialogProps) {
  const dirty = useRef(false)
  const close = () => {
    dirty.current = false
    onClose()
  }
  return (
    <GuardedDialog opened={opened} onClose={close} title={words.title} width={720} dirty={dirty}>
      <ImportSteps onImported={onImported} onClose={close} dirty={dirty} />
    </GuardedDialog>
  )
}

interface GuardedFormProps extends ImportStepsProps {
  /** The form sets this to whether it has text that has not been imported. */
  readonly dirty: RefObject<boolean>
}

function ImportSteps({ onImported, onClose, dirty }: GuardedFormProps) {
  const control = useImport(() => {
    dirty.current = false
    onImported()
  })
  const { answer, choices, choose, trouble, text } = control
  const write = (written: string) => {
    dirty.current = written !== ''
    control.write(written)
  }
  return (
    <>
      {trouble !== null && (
        <div className={classes.trouble}>
          <Banner tone="refusal">{trouble}</Banner>
        </div>
      )}
      {answer === null ? (
        <ImportSource text={text} onText={write} />
      ) : (
        <div className={classes.result}>
          {answer.dry_run && <ImportForm answer={answer} choices={choices} choose={choose} />}
          <ImportRows text={text} answer={answer} />
        </div>
      )}
      <Steps control={control} onClose={onClose} />
    </>
  )
}

interface StepsProps {
  readonly control: ReturnType<typeof useImport>
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
          {busy ? words.checking : words.check}
        </Button>
      </DialogActions>
    )
  }
  if (!answer.dry_run) {
    return (
      <DialogActions>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    )
  }
  const isOpen = answer.questions.length > 0
  const isEmpty = isOpen || countChanges(answer) === 0
  const blocked = isOpen ? words.answerFirst : words.nothing
  return (
    <DialogActions>
      <Button variant="subtle" onClick={backToText}>
        {words.back}
      </Button>
      <Button
        variant="filled"
        aria-disabled={busy || isEmpty}
        onClick={() => {
          if (!isEmpty) void runImport()
        }}
      >
        {busy ? words.importing : isEmpty ? blocked : words.submit(countChanges(answer))}
      </Button>
    </DialogActions>
  )
}
