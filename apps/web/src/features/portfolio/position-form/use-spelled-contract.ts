import { readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PositionFields } from './position-fields.ts'

/** A shorter strike may be the beginning of a longer one. */
const WHOLE = /\d{8}$/

/** Takes the symbol of a call, typed or pasted as the ticker, apart: `AAPL  261218C00250000`. */
export function useSpelledContract(form: UseFormReturn<PositionFields>, ticker: string, onTaken: () => void): void {
  const take = useEffectEvent((text: string) => {
    const spelling = WHOLE.test(text.trim()) ? readSymbolSpelling(text) : null
    if (spelling?.contract?.type !== 'call') return
    const { symbol, expiration, strike } = spelling.contract
    const asOfUser = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('ticker', symbol, asOfUser)
    form.setValue('expiryDate', expiration, asOfUser)
    form.setValue('strikePrice', String(strike), asOfUser)
    onTaken()
  })
  useEffect(() => take(ticker), [ticker])
}
