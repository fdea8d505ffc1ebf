import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Shortfall } from '../../../api/enrichment.ts'
import { findShortfalls } from './run-facts.ts'
import { runWords as words } from './run-words.ts'
import classes from './shortfall-list.module.css'

interface ShortfallListProps {
  readonly title: string
  readonly shortfalls: readonly Shortfall[]
  readonly onFind: (symbol: string) => void
}

/** Lists longer than this get a search field. */
const SEARCHED_FROM = 8

/** Stocks that failed or lack figures, with the reason. Clicking one shows its row. */
export function ShortfallList({ title, shortfalls, onFind }: ShortfallListProps) {
  const [text, setText] = useState('')
  const titleId = useId()
  const found = findShortfalls(shortfalls, text)
  return (
    <section className={classes.shortfalls} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {shortfalls.length > SEARCHED_FROM && (
        <TextInput
          size="xs"
          type="search"
          aria-label={words.search(title)}
          placeholder={words.searchPlaceholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {/* The list needs no `tabIndex`: its buttons let keyboard users scroll it. */}
      <ul className={classes.list}>
        {found.map(({ symbol, reason }) => (
          <li key={symbol}>
            <button type="button" title={words.show(symbol)} onClick={() => onFind(symbol)}>
              {symbol}
            </button>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && shortfalls.length > 0 && <p className={classes.none}>{words.noneFound}</p>}
    </section>
  )
}
