import { Box, Button, Checkbox, Group, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { countOf } from '../../../shared/format/words.ts'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import { Banner, renderFieldError } from '../../../shared/ui/notices.tsx'
import classes from './dialogs.module.css'
import { GuardedDialog } from './guarded-dialog.tsx'
import { ImportRows } from './import-rows.tsx'
import { countChanges, type Import, type ImportAnswer, type ImportChoices, useImport } from './use-import.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { ImportQuestion } from '@callwright/contracts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'

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
        <Stack className={classes.numbers ?? ''} gap="md">
          {answer.dry_run && <ImportForm answer={answer} choices={choices} choose={choose} />}
          <ImportRows text={text} answer={answer} />
        </Stack>
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

const separators = { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', bar: 'Vertical bar' } as const

const decimals = { point: 'Period: 1,125.50', comma: 'Comma: 1.125,50' } as const

const dateOrders = { month_first: 'Month first: 12/18/2026', day_first: 'Day first: 18/12/2026' } as const

interface ImportFormProps {
  readonly answer: ImportAnswer
  readonly choices: ImportChoices
  readonly choose: Import['choose']
}

/** Settings for how to read the text, and questions that only the user can answer. */
function ImportForm({ answer, choices, choose }: ImportFormProps) {
  const { form, questions, counts, rows } = answer
  const unusual = rows.filter(({ marks }) => marks.some(({ kind }) => kind === 'unusual')).length
  return (
    <>
      {questions.map((question) => (
        <Question key={question.field} question={question} choices={choices} choose={choose} />
      ))}
      <Group
        component="fieldset"
        align="flex-start"
        gap="var(--space-4) var(--space-6)"
        bd={0}
        m={0}
        p={0}
        aria-label="How the text was read"
      >
        <Choice
          label="Cell separator"
          names={separators}
          value={form.separator}
          onChoose={(separator) => void choose({ separator })}
        />
        <Choice
          label="Decimal separator"
          names={decimals}
          value={form.decimal}
          onChoose={(decimal) => void choose({ decimal })}
        />
        <Choice label="Dates" names={dateOrders} value={form.dates} onChoose={(dates) => void choose({ dates })} />
      </Group>
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
  )
}

interface ChoiceProps<V extends string> {
  readonly label: string
  readonly names: Readonly<Record<V, string>>
  /** Setting in use; null if it doesn't apply to the text or the user is asked for it. */
  readonly value: V | null
  readonly onChoose: (value: V) => void
}

function Choice<V extends string>({ label, names, value, onChoose }: ChoiceProps<V>) {
  if (value === null) return null
  const values = Object.keys(names).filter((name): name is V => name in names)
  return (
    <NativeSelect
      label={label}
      data={values.map((name) => ({ value: name, label: names[name] }))}
      value={value}
      onChange={({ target }) => {
        const chosen = values.find((name) => name === target.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    />
  )
}

interface QuestionProps extends Pick<ImportFormProps, 'choices' | 'choose'> {
  readonly question: ImportQuestion
}

function Question({ question: { field, line, text, readings }, choices, choose }: QuestionProps) {
  return (
    <Radio.Group
      label={`Line ${formatInteger(line)}: what does ${text} mean?`}
      // If the request fails, the answer stays unchecked so that the user can choose it again.
      value={choices[field] ?? null}
      onChange={(answer) => void choose({ [field]: answer })}
    >
      <Group gap="lg">
        {readings.map(({ answer, reading }) => (
          <Radio
            key={answer}
            className={classes.tick ?? ''}
            size="md"
            value={answer}
            label={field === 'dates' ? formatDayLong(reading) : reading}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
