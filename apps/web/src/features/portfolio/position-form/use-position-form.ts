import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { PositionTerms } from '../../../api/position.ts'
import type { SymbolSuggestion } from '../../../api/symbol-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { useSingleSubmit } from '../../../shared/use-single-run.ts'
import { type Attempt, createAttempts } from '../data/attempt.ts'
import type { SaveOutcome } from '../data/position.ts'
import { findRefusedField, type PositionFields, readTerms, writeFields } from './position-fields.ts'
import { suggestFigures } from './suggested-figures.ts'
import { useListedCalls } from './use-listed-calls.ts'
import { useSuggestedFigures } from './use-suggested-figures.ts'

export type FormKind = 'add' | 'edit'

interface FormTerms {
  readonly kind: FormKind
  readonly begin: Partial<PositionTerms>
  /** The market's day. */
  readonly today: string
  readonly onSave: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onSaved: () => void
}

/** The form of a position: what it holds, what is listed for it, and what follows from a change of it. */
export function usePositionForm({ kind, begin, today, onSave, onSaved }: FormTerms) {
  const form = useForm<PositionFields>({ defaultValues: writeFields(begin, today) })
  const { defaultValues } = form.formState
  const fields = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const [chosen, setChosen] = useState<SymbolSuggestion | null>(null)
  const [byChoice, setByHand] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // The symbol the form begins with is no beginning of another one.
  const listed = useListedCalls(fields, chosen?.symbol ?? begin.ticker ?? null)
  const marketDay = listed.marketDay ?? today
  // Where nothing is there yet, the page may take another day for the market's.
  const firstDay = listed.marketDay ?? (kind === 'edit' ? today : null)
  const byHand = byChoice ?? isBefore(begin.expiryDate, firstDay)
  useMarketDay(form, marketDay, begin.entryDate === undefined ? today : null)
  const suggested = suggestFigures(listed, fields.entryDate === marketDay)
  const isGiven = kind === 'add'
  const withdraw = useSuggestedFigures(form, suggested, {
    entryPrice: (isGiven && defaultValues?.entryPrice) || null,
    entryPremium: (isGiven && defaultValues?.entryPremium) || null,
  })
  const clear = (name: 'expiryDate' | 'strikePrice') => form.setValue(name, '', { shouldDirty: true })

  const [nextAttempt] = useState(() => createAttempts(Date.now))
  /** The dialog around it still fades out. */
  const isSaved = useRef(false)
  const send = form.handleSubmit(
    async (filled) => {
      setFailure(null)
      const terms = readTerms(filled)
      if (terms === null || isSaved.current) return
      const outcome = await save(() => onSave(terms, nextAttempt(terms)))
      isSaved.current = outcome.kind === 'saved' || outcome.kind === 'unsynced'
      if (outcome.kind === 'saved' || outcome.kind === 'unsynced') return onSaved()
      setFailure(outcome.detail)
      for (const refused of outcome.kind === 'refused' ? outcome.fields : []) {
        const name = findRefusedField(refused)
        if (name !== null) form.setError(name, { type: 'server', message: refused.detail }, { shouldFocus: true })
      }
    },
    () => setFailure(null),
  )
  const submit = useSingleSubmit(send)

  return {
    form,
    fields,
    listed,
    suggested,
    chosen,
    setChosen,
    byHand,
    setByHand,
    failure,
    submit,
    /** To be called when the reader changes a field: what rested on it goes. */
    resets: {
      ticker: () => {
        clear('expiryDate')
        clear('strikePrice')
        withdraw('entryPrice', 'entryPremium')
      },
      entryDate: () => withdraw('entryPrice', 'entryPremium'),
      expiryDate: () => {
        // A strike typed beside a date stands by itself.
        if (!byHand) clear('strikePrice')
        withdraw('entryPremium')
      },
      strikePrice: () => withdraw('entryPremium'),
    },
  }
}

const isBefore = (day: string | undefined, first: string | null) => day !== undefined && first !== null && day < first

/** Keeps the entry date at the market's day, which the page may not know yet, until the reader names another. */
function useMarketDay(form: UseFormReturn<PositionFields>, marketDay: string, given: string | null): void {
  const filled = useRef(given)
  useEffect(() => {
    if (filled.current === null || form.getValues('entryDate') !== filled.current) return
    filled.current = marketDay
    form.setValue('entryDate', marketDay, { shouldValidate: form.formState.isSubmitted })
  }, [form, marketDay])
}

async function save(act: () => Promise<SaveOutcome>): Promise<SaveOutcome> {
  try {
    return await act()
  } catch (error) {
    return { kind: 'failed', detail: (error instanceof Error && error.message) || commonWords.unknownError }
  }
}
