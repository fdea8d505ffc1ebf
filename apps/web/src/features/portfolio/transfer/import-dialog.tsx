import { Box, Button, Stack, Textarea, TextInput } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { countOf } from '../../../shared/format/words.ts'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import { Banner, renderFieldError } from '../../../shared/ui/notices.tsx'
import { GuardedDialog } from '../guarded-dialog.tsx'
import classes from './import-dialog.module.css'
import { ImportForm } from './import-form.tsx'
import { ImportRows } from './import-rows.tsx'
import { countChanges, useImport } from './use-import.ts'

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
    <GuardedDialog opened={opened} onClose={close} title="Import positions" width={720} dirty={dirty}>
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
        <Box mb="md">
          <Banner tone="refusal">{trouble}</Banner>
        </Box>
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
  const isOpen = answer.questions.length > 0
  const isEmpty = isOpen || countChanges(answer) === 0
  const blocked = isOpen ? 'Answer the question first' : 'Nothing to import'
  return (
    <DialogActions>
      <Button variant="subtle" onClick={backToText}>
        Back
      </Button>
      <Button
        variant="filled"
        aria-disabled={busy || isEmpty}
        onClick={() => {
          if (!isEmpty) void runImport()
        }}
      >
        {busy ? 'Importing…' : isEmpty ? blocked : `Import ${countOf(countChanges(answer), 'position')}`}
      </Button>
    </DialogActions>
  )
}

interface ImportSourceProps {
  readonly text: string
  readonly onText: (text: string) => void
}

const EXAMPLE = `ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts
QAAA,2026-06-12,2026-08-21,130,2.05,120.50,2`

/** Input for the rows: a file or pasted text. */
function ImportSource({ text, onText }: ImportSourceProps) {
  const [fault, setFault] = useState<string | undefined>(undefined)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      const content = await file.text()
      setFault(undefined)
      onText(content)
    } catch {
      setFault('Could not read the file')
    }
  }
  return (
    <Stack gap="md">
      <TextInput
        type="file"
        label="CSV file"
        accept=".csv,text/csv,text/plain"
        error={renderFieldError(fault)}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Textarea
        className={classes.source ?? ''}
        label="Or rows as text"
        description="One position per row, with a header line: ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price; contracts, notes and id if you have them. Rows copied from a spreadsheet work too, and so does a file exported here."
        descriptionProps={{ size: 'lg' }}
        inputWrapperOrder={['label', 'input', 'description']}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </Stack>
  )
}
