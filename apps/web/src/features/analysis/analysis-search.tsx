import { useRef, useState } from 'react'
import { selectData } from '../../api/api.ts'
import { useScreenQuery } from '../../api/screener.ts'
import type { SymbolSuggestion } from '../../api/stocks.ts'
import { useSearchKey } from '../../shared/page-keys.ts'
import { SymbolSearch } from '../../shared/symbol-search/symbol-search.tsx'
import { readTypedSymbol } from './analysis-state.ts'
import { BEST_RATED } from './first-requests.ts'

const LIMIT = 15
const MAX_TEXT = 64

/** Search box that opens another stock, from a suggestion or a symbol typed in any spelling. Suggests the best-rated ones. */
export function AnalysisSearch({ onChoose }: { readonly onChoose: (symbol: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isUsed, setUsed] = useState(false)
  const { data: best } = useScreenQuery(BEST_RATED, { skip: !isUsed, selectFromResult: selectData })
  useSearchKey(input)
  const choose = (symbol: string | null) => {
    if (symbol === null) return
    setText('')
    onChoose(symbol)
  }
  return (
    <SymbolSearch
      label="Go to a symbol or company"
      placeholder="Symbol or company"
      maxLength={MAX_TEXT}
      limit={LIMIT}
      otherwise={largeCaps}
      untyped={{
        heading: 'Best-rated stocks',
        suggestions: best?.stocks.map(({ symbol, companyName: name }) => ({ symbol, name })) ?? [],
      }}
      inputRef={input}
      text={text}
      onText={setText}
      onFocus={() => setUsed(true)}
      onChoose={({ symbol }) => choose(symbol)}
      onEnter={() => choose(readTypedSymbol(text))}
      onClear={() => setText('')}
    />
  )
}

const names: Readonly<Record<string, string>> = {
  AAPL: 'Apple Inc.',
  ABBV: 'AbbVie Inc.',
  AMZN: 'Amazon.com, Inc.',
  AVGO: 'Broadcom Inc.',
  BAC: 'Bank of America Corporation',
  'BRK.B': 'Berkshire Hathaway Inc.',
  COST: 'Costco Wholesale Corporation',
  CVX: 'Chevron Corporation',
  GOOGL: 'Alphabet Inc.',
  HD: 'The Home Depot, Inc.',
  JNJ: 'Johnson & Johnson',
  JPM: 'JPMorgan Chase & Co.',
  KO: 'The Coca-Cola Company',
  LLY: 'Eli Lilly and Company',
  MA: 'Mastercard Incorporated',
  META: 'Meta Platforms, Inc.',
  MSFT: 'Microsoft Corporation',
  NFLX: 'Netflix, Inc.',
  NVDA: 'NVIDIA Corporation',
  PG: 'The Procter & Gamble Company',
  TSLA: 'Tesla, Inc.',
  UNH: 'UnitedHealth Group Incorporated',
  V: 'Visa Inc.',
  WMT: 'Walmart Inc.',
  XOM: 'Exxon Mobil Corporation',
}

/** Search suggestions for when the server returns none. */
const largeCaps: readonly SymbolSuggestion[] = Object.entries(names).map(([symbol, name]) => ({ symbol, name }))
