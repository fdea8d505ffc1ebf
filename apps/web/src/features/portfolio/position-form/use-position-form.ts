import { readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { EntryDetails, Position, PositionTerms } from '../../../api/portfolio.ts'
import type { SymbolSuggestion } from '../../../api/stocks.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { useSingleRun } from '../../../shared/hooks.ts'
import { type Attempt, createAttempts } from '../data/pending-change.ts'
import type { SaveOutcome } from '../data/position.ts'
import { askServerQuestion, type EntryAnswer, type EntryQuestion, listQuestions } from './entry-questions.ts'
import {
  type EntryFacts,
  findEntryDay,
  findRejectedField,
  type PositionFields,
  readSymbol,
  readTerms,
  writeFields,
} from './position-fields.ts'
import { type ListedSymbol, suggestFigures, useListedCalls, useSuggestedFigures } from './use-listed-calls.ts'

export type FormKind = 'add' | 'edit'

interface FormTerms {
  readonly kind: FormKind
  readonly begin: Partial<PositionTerms>
  /** Today's date in the market's time zone. */
  readonly today: string
  /** Existing positions, to detect duplicates. */
  readonly others: readonly Position[]
  readonly onSave: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onSaved: (isAnother: boolean) => void
  /** Optional facts about a new position; null while they are not valid. */
  readonly readDetails: () => EntryDetails | null
}

/** The position form's state: its values, the listed calls, and what an edit changes. */
export function usePositionForm({ kind, begin, today, others, onSave, onSaved, readDetails }: FormTerms) {
  const form = useForm<PositionFields>({
    defaultValues: writeFields(kind === 'add' ? dropNoPremium(begin) : begin, today),
  })
  const { defaultValues } = form.formState
  const fields = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const [chosen, setChosen] = useState<SymbolSuggestion | null>(null)
  // The initial symbol is complete, so it needs no debounce.
  const [certain, setCertain] = useState<ListedSymbol | null>(() => toCertain(begin.symbol))
  const [byChoice, setByHand] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const listed = useListedCalls(fields, certain)
  const marketDay = listed.marketDay ?? today
  const stored = kind === 'edit' ? begin : null
  const { unknownSymbol, otherSpelling } = listed
  const listedDays = listed.expirations.map(({ date }) => date)
  const facts: EntryFacts = { today: marketDay, unknownSymbol: unknownSymbol, listedDays, stored }
  // Before market data loads, `today` may differ from the market's day.
  const firstDay = listed.marketDay ?? (kind === 'edit' ? today : null)
  const byHand = byChoice ?? isBefore(begin.expiration, firstDay)
  const entryDay = findEntryDay(marketDay)
  useEntryDay(form, entryDay, begin.entryDate === undefined ? findEntryDay(today) : null)
  const suggested = suggestFigures(listed, fields.entryDate === entryDay)
  const isGiven = kind === 'add'
  const withdraw = useSuggestedFigures(form, suggested, {
    entryPrice: (isGiven && defaultValues?.entryPrice) || null,
    premium: (isGiven && defaultValues?.premium) || null,
  })
  const clear = (name: 'expiration' | 'strike') => form.setValue(name, '', { shouldDirty: true })

  const respell = useEffectEvent((symbol: string) => {
    setCertain({ asked: readSymbol(fields) ?? symbol, symbol })
    form.setValue('symbol', symbol, { shouldValidate: form.formState.isSubmitted })
  })
  useEffect(() => {
    if (otherSpelling !== null) respell(otherSpelling)
  }, [otherSpelling])
  useEffect(() => {
    if (unknownSymbol !== null) void form.trigger('symbol')
  }, [form, unknownSymbol])
  useSpelledContract(form, fields.symbol, () => setByHand(true))

  const [attempts] = useState(() => createAttempts(Date.now))
  const [question, setQuestion] = useState<{ readonly asked: EntryQuestion; readonly of: string } | null>(null)
  const answered = useRef(new Set<string>())
  const findQuestion = (terms: PositionTerms) =>
    listQuestions(terms, {
      marketPrice: listed.quote?.lastPriceUsd ?? listed.chain?.price ?? null,
      isListedStrike: listed.call !== null,
      stored,
      others: others.filter(({ id }) => id !== attempts.id),
    }).find(({ id }) => !answered.current.has(id)) ?? null

  /** Prevents a second submit while the dialog fades out. */
  const isSaved = useRef(false)
  const isAnother = useRef(false)
  const send = form.handleSubmit(
    async (filled) => {
      setFailure(null)
      const terms = readTerms(filled, facts)
      if (terms === null || isSaved.current) return
      const asked = findQuestion(terms)
      setQuestion(asked && { asked, of: JSON.stringify(terms) })
      if (asked !== null) return
      const entered = readDetails()
      if (entered === null) return
      const isConfirmed = [...answered.current].some((id) => id.startsWith('equal'))
      const details = isConfirmed ? { ...entered, confirm_equal: true } : entered
      const hasDetails = Object.keys(details).length > 0
      const outcome = await save(() => onSave(terms, attempts.next(terms, hasDetails ? details : undefined)))
      if (outcome.kind === 'rejected' && outcome.isQuestion) {
        return setQuestion({ asked: askServerQuestion(outcome.detail), of: JSON.stringify(terms) })
      }
      isSaved.current = outcome.kind === 'saved' || outcome.kind === 'unsynced'
      if (outcome.kind === 'saved' || outcome.kind === 'unsynced') return onSaved(isAnother.current)
      setFailure(outcome.detail)
      for (const rejected of outcome.kind === 'rejected' ? outcome.fields : []) {
        const name = findRejectedField(rejected)
        if (name !== null) form.setError(name, { type: 'server', message: rejected.detail }, { shouldFocus: true })
      }
    },
    () => setFailure(null),
  )
  const run = useSingleRun(() => send())
  const terms = readTerms(fields, facts)

  return {
    form,
    fields,
    facts,
    listed,
    suggested,
    chosen,
    choose: (suggestion: SymbolSuggestion | null) => {
      setChosen(suggestion)
      setCertain(toCertain(suggestion?.symbol))
    },
    /** Question about the current terms; null if none. */
    question: question !== null && question.of === JSON.stringify(terms) ? question.asked : null,
    answer: ({ id }: EntryQuestion, { change }: EntryAnswer) => {
      answered.current.add(id)
      for (const [name, text] of Object.entries(change ?? {})) {
        form.setValue(name as keyof PositionFields, text, { shouldDirty: true, shouldValidate: true })
      }
      void run()
    },
    byHand,
    setByHand,
    failure,
    /** `another`: the form opens again for the next position. */
    submit: (event: SyntheticEvent, another = false) => {
      event.preventDefault()
      isAnother.current = another
      void run()
    },
    /** Called when the user edits a field: clears values that depend on it. */
    resets: {
      symbol: () => {
        clear('expiration')
        clear('strike')
        withdraw('entryPrice', 'premium')
      },
      entryDate: () => withdraw('entryPrice', 'premium'),
      expiration: () => {
        // A strike entered by hand does not depend on the date.
        if (!byHand) clear('strike')
        withdraw('premium')
      },
      strike: () => withdraw('premium'),
    },
  }
}

const toCertain = (symbol: string | undefined): ListedSymbol | null =>
  symbol === undefined ? null : { asked: symbol, symbol }

/** A premium of 0 comes from a bid of 0: do not prefill it. */
const dropNoPremium = ({ premium, ...rest }: Partial<PositionTerms>): Partial<PositionTerms> =>
  premium ? { premium, ...rest } : rest

const isBefore = (day: string | undefined, first: string | null) => day !== undefined && first !== null && day < first

/** Until the user enters a date, keeps the entry date at the last session, which may change when market data loads. */
function useEntryDay(form: UseFormReturn<PositionFields>, entryDay: string, given: string | null): void {
  const filled = useRef(given)
  useEffect(() => {
    if (filled.current === null || form.getValues('entryDate') !== filled.current) return
    filled.current = entryDay
    form.setValue('entryDate', entryDay, { shouldValidate: form.formState.isSubmitted })
  }, [form, entryDay])
}

async function save(act: () => Promise<SaveOutcome>): Promise<SaveOutcome> {
  try {
    return await act()
  } catch (error) {
    return { kind: 'failed', detail: (error instanceof Error && error.message) || commonWords.unknownError }
  }
}

/** Matches a complete option symbol: with fewer digits at the end, the user may still be typing. */
const WHOLE = /\d{8}$/

/** Fills the fields from a call's option symbol typed or pasted as the ticker: `AAPL  261218C00250000`. */
function useSpelledContract(form: UseFormReturn<PositionFields>, entered: string, onSplit: () => void): void {
  const split = useEffectEvent((text: string) => {
    const spelling = WHOLE.test(text.trim()) ? readSymbolSpelling(text) : null
    if (spelling?.contract?.type !== 'call') return
    const { symbol, expiration, strike } = spelling.contract
    const asOfUser = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('symbol', symbol, asOfUser)
    form.setValue('expiration', expiration, asOfUser)
    form.setValue('strike', String(strike), asOfUser)
    onSplit()
  })
  useEffect(() => split(entered), [entered])
}
