import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PositionFields } from './position-fields.ts'

export type SuggestedName = 'entryPrice' | 'entryPremium'

/** A figure the market has, as the form would write it. */
export interface SuggestedFigure {
  readonly text: string
  /** The stock or contract it is of. */
  readonly of: string
  /** What it is, in words. */
  readonly what: string
}

export type SuggestedFigures = Readonly<Record<SuggestedName, SuggestedFigure | null>>

/**
 * Fills figures in where the reader has none. `given`: those the form began with, where they were suggestions too and not
 * the reader's own.
 * @returns what takes suggestions back when what they rested on changes; what the reader wrote stays.
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
  // The same figure of another contract is a suggestion anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what it is, is what it rests on
  useEffect(() => offer('entryPrice', entryPrice?.text), [entryPrice?.of, entryPrice?.text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what it is, is what it rests on
  useEffect(() => offer('entryPremium', entryPremium?.text), [entryPremium?.of, entryPremium?.text])
  return (...names) => {
    for (const name of names) {
      if (form.getValues(name) === filled.current[name]) put(name, '')
    }
  }
}

/** In the field where the reader is about to write, what is written takes the figure's place, as after Tab. */
function selectOnceShown(field: HTMLInputElement, text: string): void {
  requestAnimationFrame(() => {
    if (field.value === text) field.select()
  })
}
