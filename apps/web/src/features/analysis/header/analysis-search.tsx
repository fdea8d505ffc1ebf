import { useRef, useState } from 'react'
import { SymbolSearch } from '../../../shared/symbol-search/symbol-search.tsx'
import { useSearchKey } from '../../../shared/symbol-search/use-search-key.ts'
import { readTypedSymbol } from '../analysis-state.ts'
import { analysisWords as words } from '../analysis-words.ts'
import { largeCaps } from './large-caps.ts'

const LIMIT = 15
const MAX_TEXT = 64

/** Search box that opens another stock, from a suggestion or a symbol typed in any spelling. */
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
      onEnter={() => choose(readTypedSymbol(text))}
      onClear={() => setText('')}
    />
  )
}
