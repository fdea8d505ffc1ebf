import { readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PositionFields } from './position-fields.ts'

/** Matches a complete option symbol: with fewer digits at the end, the user may still be typing. */
const WHOLE = /\d{8}$/

/** Fills the fields from a call's option symbol typed or pasted as the ticker: `AAPL  261218C00250000`. */
export function useSpelledContract(form: UseFormReturn<PositionFields>, ticker: string, onSplit: () => void): void {
  const split = useEffectEvent((text: string) => {
    const spelling = WHOLE.test(text.trim()) ? readSymbolSpelling(text) : null
    if (spelling?.contract?.type !== 'call') return
    const { symbol, expiration, strike } = spelling.contract
    const asOfUser = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('ticker', symbol, asOfUser)
    form.setValue('expiryDate', expiration, asOfUser)
    form.setValue('strikePrice', String(strike), asOfUser)
    onSplit()
  })
  useEffect(() => split(ticker), [ticker])
}
