import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Shortfall } from '../../../api/enrichment.ts'
import { findShortfalls } from './enrichment-view.ts'
import { enrichmentWords } from './enrichment-words.ts'
import classes from './shortfall-list.module.css'

interface ShortfallListProps {
  readonly title: string
  readonly shortfalls: readonly Shortfall[]
  readonly onFind: (symbol: string) => void
}

/** Up to here all of them are seen at once. */
const SEARCHED_FROM = 8

/** Which stocks fell short, and why; each leads to its row. */
export function ShortfallList({ title, shortfalls, onFind }: ShortfallListProps) {
  const [words, setWords] = useState('')
  const titleId = useId()
  const found = findShortfalls(shortfalls, words)
  return (
    <section className={classes.shortfalls} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {shortfalls.length > SEARCHED_FROM && (
        <TextInput
          size="xs"
          type="search"
          aria-label={enrichmentWords.search(title)}
          placeholder={enrichmentWords.searchPlaceholder}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {/* A box that scrolls must be reachable by the keyboard; its buttons are. */}
      <ul className={classes.list}>
        {found.map(({ symbol, reason }) => (
          <li key={symbol}>
            <button type="button" title={enrichmentWords.show(symbol)} onClick={() => onFind(symbol)}>
              {symbol}
            </button>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && shortfalls.length > 0 && <p className={classes.none}>{enrichmentWords.noneFound}</p>}
    </section>
  )
}
