import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PositionFields } from './position-fields.ts'

export type SuggestedName = 'entryPrice' | 'entryPremium'

/** A market figure formatted for the form. */
export interface SuggestedFigure {
  readonly text: string
  /** Symbol of the stock or contract that the figure belongs to. */
  readonly of: string
  /** Description of the figure. */
  readonly what: string
}

export type SuggestedFigures = Readonly<Record<SuggestedName, SuggestedFigure | null>>

/**
 * Fills empty fields with suggestions. `given` has the initial values that were also suggestions, not the user's own
 * input.
 * @returns a function that clears suggestions when the fields they depend on change; the user's input stays.
 */
export function useSuggestedFigures(
  form: UseFormReturn<PositionFields>,
  { entryPrice, entryPremium }: SuggestedFigures,
  given: Readonly<Record<SuggestedName, string | null>>,
): (...names: readonly SuggestedName[]) => void {
  const filled = useRef<Record<SuggestedName, string | null>>({ ...given })
  const put = (name: SuggestedName, text: string) => {
    filled.current[name] = text
    form.setValue(name, text, { shouldValidate: form.formState.isSubmitted })
  }
  const offer = useEffectEvent((name: SuggestedName, text: string | undefined) => {
    if (text === undefined || form.getValues(name) !== '') return
    put(name, text)
    const field = document.activeElement
    if (field instanceof HTMLInputElement && field.name === name) selectOnceShown(field, text)
  })
  // The same figure for another contract is a new suggestion.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the symbol, not only on the text
  useEffect(() => offer('entryPrice', entryPrice?.text), [entryPrice?.of, entryPrice?.text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the symbol, not only on the text
  useEffect(() => offer('entryPremium', entryPremium?.text), [entryPremium?.of, entryPremium?.text])
  return (...names) => {
    for (const name of names) {
      if (form.getValues(name) === filled.current[name]) put(name, '')
    }
  }
}

/** Selects a suggestion that appears in the focused field, so that typing replaces it, as it does after Tab. */
function selectOnceShown(field: HTMLInputElement, text: string): void {
  requestAnimationFrame(() => {
    if (field.value === text) field.select()
  })
}
