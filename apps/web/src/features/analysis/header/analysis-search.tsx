import { useRef, useState } from 'react'
import { SymbolSearch } from '../../../shared/symbol-search/symbol-search.tsx'
import { useSearchKey } from '../../../shared/symbol-search/use-search-key.ts'
import { readAskedSymbol } from '../analysis-state.ts'
import { analysisWords as words } from '../analysis-words.ts'
import { largeCaps } from './large-caps.ts'

const LIMIT = 15
const MAX_TEXT = 64

/** Leads to another stock: a suggestion, or a symbol as it is typed, in any spelling. */
export function AnalysisSearch({ onChoose }: { readonly onChoose: (symbol: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useSearchKey(input)
  const choose = (symbol: string | null) => {
    if (symbol === null) return
    setText('')
    onChoose(symbol)
  }
  return (
    <SymbolSearch
      label={words.search}
      placeholder={words.placeholder}
      maxLength={MAX_TEXT}
      limit={LIMIT}
      otherwise={largeCaps}
      inputRef={input}
      text={text}
      onText={setText}
      onChoose={({ symbol }) => choose(symbol)}
      onEnter={() => choose(readAskedSymbol(text))}
      onClear={() => setText('')}
    />
  )
}
