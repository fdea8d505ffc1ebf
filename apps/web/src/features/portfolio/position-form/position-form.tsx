import { newYorkDate } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { type RefObject, useEffect, useId } from 'react'
import type { Position, PositionTerms } from '../../../api/position.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { DialogActions } from '../../../shared/ui/dialog.tsx'
import type { Attempt } from '../data/attempt.ts'
import type { SaveOutcome } from '../data/position.ts'
import { CallFields } from './call-fields.tsx'
import { FormBanners } from './form-banners.tsx'
import { FigureField, TextField } from './form-fields.tsx'
import { formWords } from './form-words.ts'
import { OutlookPanel } from './outlook-panel.tsx'
import { readFigure } from './position-fields.ts'
import classes from './position-form.module.css'
import { TickerField } from './ticker-field.tsx'
import { type FormKind, usePositionForm } from './use-position-form.ts'

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
export function PositionForm({ kind, begin, marketTimeMs, others, onSave, dirty, onClose }: PositionFormProps) {
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
  const { subtitle, previewLead, submit, busy } = formWords[kind]
  const bound = { form, formId, facts }
  const explain = (name: 'entryPrice' | 'entryPremium') => {
    const figure = readFigure(name, fields)
    const isSuggested = figure !== null && Number(suggested[name]?.text) === figure
    // An initial value came from elsewhere, so it isn't labeled as the suggestion even if the two are equal.
    return isSuggested && figure !== begin[name] ? suggested[name]?.what : undefined
  }
  return (
    <form noValidate onSubmit={control.submit}>
      <p className={classes.subtitle}>{subtitle}</p>
      <FormBanners
        kind={kind}
        form={form}
        failure={control.failure}
        listed={listed}
        question={control.question}
        onAnswer={control.answer}
      />
      <div className={classes.fields}>
        <TickerField {...bound} chosen={control.chosen} onChosen={control.choose} onEdit={resets.ticker} />
        <TextField {...bound} name="entryDate" type="date" onEdit={resets.entryDate} />
        <CallFields
          {...bound}
          fields={fields}
          listed={listed}
          byHand={control.byHand}
          onByHand={control.setByHand}
          onExpiry={resets.expiryDate}
          onStrike={resets.strikePrice}
        />
        <FigureField {...bound} name="entryPrice" step={0.01} description={explain('entryPrice')} />
        <FigureField {...bound} name="entryPremium" step={0.01} description={explain('entryPremium')} />
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
