import { Button } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { Banner } from '../../../shared/ui/banner.tsx'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import { GuardedDialog } from '../guarded-dialog.tsx'
import classes from './import-dialog.module.css'
import { ImportRows } from './import-rows.tsx'
import { ImportSource } from './import-source.tsx'
import { countChanges } from './import-view.ts'
import { importWords as words } from './transfer-words.ts'
import { useImport } from './use-import.ts'

interface ImportFormProps {
  /** Positions have come in. */
  readonly onImported: () => void
  readonly onClose: () => void
}

interface ImportDialogProps extends ImportFormProps {
  readonly opened: boolean
}

/** Brings positions in from a file or a pasted text, after showing what would become of each row. */
export function ImportDialog({ opened, onImported, onClose }: ImportDialogProps) {
  const dirty = useRef(false)
  const close = () => {
    dirty.current = false
    onClose()
  }
  return (
    <GuardedDialog opened={opened} onClose={close} title={words.title} width={720} dirty={dirty}>
      <ImportForm onImported={onImported} onClose={close} dirty={dirty} />
    </GuardedDialog>
  )
}

interface GuardedFormProps extends ImportFormProps {
  /** Told whether something was written that is not yet in. */
  readonly dirty: RefObject<boolean>
}

function ImportForm({ onImported, onClose, dirty }: GuardedFormProps) {
  const control = useImport(() => {
    dirty.current = false
    onImported()
  })
  const { answer, trouble, text } = control
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
      {answer === null ? <ImportSource text={text} onText={write} /> : <ImportRows text={text} answer={answer} />}
      <Steps control={control} onClose={onClose} />
    </>
  )
}

interface StepsProps {
  readonly control: ReturnType<typeof useImport>
  readonly onClose: () => void
}

function Steps({ control: { answer, busy, check, carryOut, reopen }, onClose }: StepsProps) {
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
  const isEmpty = countChanges(answer) === 0
  return (
    <DialogActions>
      <Button variant="subtle" onClick={reopen}>
        {words.back}
      </Button>
      <Button
        variant="filled"
        aria-disabled={busy || isEmpty}
        onClick={() => {
          if (!isEmpty) void carryOut()
        }}
      >
        {busy ? words.importing : isEmpty ? words.nothing : words.submit(countChanges(answer))}
      </Button>
    </DialogActions>
  )
}
