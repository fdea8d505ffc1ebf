import type { SymbolSuggestion } from '../../../api/symbol-endpoints.ts'
import { SymbolSearch } from '../../../shared/symbol-search/symbol-search.tsx'
import { type FormBinding, usePositionField } from './form-fields.tsx'
import { formWords } from './form-words.ts'

/** Length of an option symbol with spaces, which can be pasted. */
const MAX_LENGTH = 24

interface TickerFieldProps extends FormBinding {
  readonly chosen: SymbolSuggestion | null
  /** Called with the chosen suggestion, or with null if the ticker is typed. */
  readonly onChosen: (suggestion: SymbolSuggestion | null) => void
  readonly onEdit: () => void
}

export function TickerField({ chosen, onChosen, onEdit, ...bound }: TickerFieldProps) {
  const { value, onChange, ref, name: _name, ...field } = usePositionField({ ...bound, name: 'ticker' })
  const change = (text: string, suggestion: SymbolSuggestion | null) => {
    const ticker = text.trimStart().toUpperCase()
    onChosen(suggestion)
    if (ticker === value) return
    onChange(ticker)
    onEdit()
  }
  return (
    <SymbolSearch
      {...field}
      look="field"
      data-autofocus
      company={chosen?.symbol === value ? chosen.name : undefined}
      placeholder={formWords.tickerExample}
      maxLength={MAX_LENGTH}
      autoCapitalize="characters"
      inputRef={ref}
      text={value}
      onText={(text) => change(text, null)}
      onChoose={(suggestion) => change(suggestion.symbol, suggestion)}
      onEnter={() => {}}
      onClear={() => change('', null)}
    />
  )
}
