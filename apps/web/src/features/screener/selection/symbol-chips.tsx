import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { focusNeighbor } from '../../../shared/ui/focus-neighbor.ts'
import chipClasses from '../filters/filter-chips.module.css'
import classes from './selection-bar.module.css'
import { selectionWords as words } from './selection-words.ts'

interface SymbolChipsProps {
  readonly symbols: readonly string[]
  readonly onRemove: (symbol: string) => void
}

/** Selected symbols, each with a button that removes it. */
export function SymbolChips({ symbols, onRemove }: SymbolChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className={classes.chips}>
      {symbols.map((symbol, index) => (
        <li key={symbol} className={chipClasses.chip}>
          <b>{symbol}</b>
          <button
            type="button"
            aria-label={words.remove(symbol)}
            onClick={() => {
              focusNeighbor(list.current, index)
              onRemove(symbol)
            }}
          >
            <IconX size={14} stroke={1.6} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
