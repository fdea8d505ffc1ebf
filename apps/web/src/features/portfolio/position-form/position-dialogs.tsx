import { newYorkDate } from '@callwright/scoring'
import { Button, Text } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { Position, PositionTerms } from '../../../api/portfolio.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import type { Attempt } from '../data/pending-change.ts'
import type { PositionRow, SaveOutcome } from '../data/position.ts'
import classes from '../dialogs/dialogs.module.css'
import { GuardedDialog, useLast } from '../dialogs/guarded-dialog.tsx'
import { CallFields, DayField, SymbolField } from './call-fields.tsx'
import { FigureField, FormBanners, TextField } from './form-fields.tsx'
import { OutlookPanel } from './outlook-panel.tsx'
import { findTradingDay, readFigure } from './position-fields.ts'
import { type FormKind, usePositionForm } from './use-position-form.ts'

interface AddPositionDialogProps {
  readonly opened: boolean
  /** Initial values for the form. */
  readonly prefill: Partial<PositionTerms> | null
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
  /** Existing positions, to detect duplicates. */
  readonly others: readonly Position[]
  readonly onAdd: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onClose: () => void
}

export function AddPositionDialog({ opened, prefill, marketTimeMs, others, onAdd, onClose }: AddPositionDialogProps) {
  const dirty = useRef(false)
  return (
    <GuardedDialog opened={opened} onClose={onClose} title="Add Covered Call Position" dirty={dirty}>
      <PositionForm
        kind="add"
        begin={prefill ?? {}}
        marketTimeMs={marketTimeMs}
        others={others}
        onSave={onAdd}
        dirty={dirty}
        onClose={onClose}
      />
    </GuardedDialog>
  )
}

interface EditPositionDialogProps {
  readonly opened: boolean
  /** Position to edit; null once it has been deleted, although the form keeps the user's input. */
  readonly row: PositionRow | null
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
  readonly onEdit: (position: Position, terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onClose: () => void
}

/** Editing does not check for duplicates. */
const none: readonly Position[] = []

export function EditPositionDialog({ opened, row, marketTimeMs, onEdit, onClose }: EditPositionDialogProps) {
  const dirty = useRef(false)
  const position = useLast(row)?.position
  return (
    <GuardedDialog
      opened={opened && position !== undefined}
      onClose={onClose}
      title="Edit Covered Call Position"
      dirty={dirty}
    >
      {position && (
        <PositionForm
          kind="edit"
          begin={position}
          marketTimeMs={marketTimeMs}
          others={none}
          onSave={(terms, attempt) => onEdit(position, terms, attempt)}
          dirty={dirty}
          onClose={onClose}
        />
      )}
    </GuardedDialog>
  )
}

const texts = {
  add: {
    subtitle: 'Enter your position details',
    previewLead: 'Once added, the recommendation would be',
    submit: 'Add Position',
    busy: 'Adding…',
  },
  edit: {
    subtitle: 'Change your position details',
    previewLead: 'Once saved, the recommendation would be',
    submit: 'Save changes',
    busy: 'Saving…',
  },
} as const

interface PositionFormProps {
  readonly kind: FormKind
  readonly begin: Partial<PositionTerms>
  readonly marketTimeMs: number | null
  /** Existing positions, to detect duplicates. */
  readonly others: readonly Position[]
  readonly onSave: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  /** The form sets this to whether it has unsaved input. */
  readonly dirty: RefObject<boolean>
  readonly onClose: () => void
}

/** Form for the terms of a covered call, with the market's listed calls as options. */
function PositionForm({ kind, begin, marketTimeMs, others, onSave, dirty, onClose }: PositionFormProps) {
  const formId = useId()
  const asOfMs = marketTimeMs ?? Date.now()
  const control = usePositionForm({ kind, begin, today: newYorkDate(asOfMs), others, onSave, onSaved: onClose })
  const { form, fields, facts, listed, suggested, resets } = control
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    dirty.current = isDirty
    return () => {
      dirty.current = false
    }
  }, [isDirty, dirty])
  const { subtitle, previewLead, submit, busy } = texts[kind]
  const bound = { form, formId, facts }
  const explain = (name: 'entryPrice' | 'premium') => {
    const figure = readFigure(name, fields)
    const isSuggested = figure !== null && Number(suggested[name]?.text) === figure
    // An initial value came from elsewhere, so it isn't labeled as the suggestion even if the two are equal.
    return isSuggested && figure !== begin[name] ? suggested[name]?.what : undefined
  }
  return (
    <form noValidate onSubmit={control.submit}>
      <Text c="dimmed" mb="md">
        {subtitle}
      </Text>
      <FormBanners
        kind={kind}
        form={form}
        failure={control.failure}
        listed={listed}
        question={control.question}
        onAnswer={control.answer}
      />
      <div className={classes.fields}>
        <SymbolField {...bound} chosen={control.chosen} onChosen={control.choose} onEdit={resets.symbol} />
        <DayField
          {...bound}
          name="entryDate"
          otherDay={findTradingDay(fields.entryDate, facts)}
          onEdit={resets.entryDate}
        />
        <CallFields
          {...bound}
          fields={fields}
          listed={listed}
          byHand={control.byHand}
          onByHand={control.setByHand}
          onExpiration={resets.expiration}
          onStrike={resets.strike}
        />
        <FigureField {...bound} name="entryPrice" step={0.01} description={explain('entryPrice')} />
        <FigureField {...bound} name="premium" step={0.01} description={explain('premium')} />
        <FigureField {...bound} name="contracts" step={1} />
        <TextField {...bound} name="notes" />
      </div>
      <OutlookPanel fields={fields} facts={facts} quoted={listed} asOfMs={asOfMs} previewLead={previewLead} />
      <DialogActions>
        <Button variant="subtle" onClick={onClose}>
          {commonWords.cancel}
        </Button>
        <Button type="submit" variant="filled" aria-disabled={isSubmitting}>
          {isSubmitting ? busy : submit}
        </Button>
      </DialogActions>
    </form>
  )
}
