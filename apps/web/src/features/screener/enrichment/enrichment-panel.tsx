import { Progress, TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { Unknown } from '../../../shared/ui/figures.tsx'
import classes from './enrichment.module.css'
import {
  countShortfalls,
  describeEnrichment,
  explainStop,
  findPercent,
  findShortfalls,
  listRunFacts,
} from './enrichment-view.ts'
import type { EnrichmentControl } from './use-enrichment.ts'

const titles = { running: 'Refreshing prices', stopping: 'Stopping the refresh', idle: 'Last price refresh' } as const

interface EnrichmentPanelProps {
  readonly titleId: string
  readonly enrichment: Enrichment
  readonly control: EnrichmentControl
  readonly onFind: (symbol: string) => void
}

/** Details about a price refresh, with buttons to start and stop it. */
export function EnrichmentPanel({ titleId, enrichment, control, onFind }: EnrichmentPanelProps) {
  const { message, failures, incomplete, state } = enrichment
  const view = describeEnrichment(enrichment)
  const counts = countShortfalls(enrichment)
  const note = explainStop(enrichment)
  const panel = useRef<HTMLDivElement>(null)
  useOnChange(state, () => {
    if (document.activeElement === document.body) panel.current?.focus()
  })
  return (
    <div ref={panel} className={classes.panel} tabIndex={-1} data-autofocus>
      <h2 id={titleId} className={classes.title}>
        {titles[state]}
      </h2>
      {isUnderway(enrichment) && (
        <Progress value={findPercent(enrichment)} size={4} radius="xs" color="var(--text-muted)" aria-hidden="true" />
      )}
      {message !== null && <p className={classes.note}>{toSentence(message)}</p>}
      <dl className={classes.facts}>
        {listRunFacts(enrichment).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <Unknown />}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        A refresh reads the latest prices and option chains and rates every stock again. These are the times of the
        refresh; the time at the top of the page is the market time of the prices.
      </p>
      {note !== null && <p className={classes.note}>{note}</p>}
      {counts.failed !== null && <ShortfallList title={counts.failed} shortfalls={failures} onFind={onFind} />}
      {counts.incomplete !== null && (
        <ShortfallList title={counts.incomplete} shortfalls={incomplete} onFind={onFind} />
      )}
      {view.kind === 'idle' && (
        <BusyButton key="start" className={classes.start ?? ''} busy={control.busy} onClick={control.start}>
          Refresh prices
        </BusyButton>
      )}
      {view.kind === 'running' && view.canStop && (
        <BusyButton key="stop" className={classes.start ?? ''} busy={control.busy} onClick={control.stop}>
          Stop this refresh
        </BusyButton>
      )}
    </div>
  )
}

interface ShortfallListProps {
  readonly title: string
  readonly shortfalls: readonly Shortfall[]
  readonly onFind: (symbol: string) => void
}

/** Lists longer than this get a search field. */
const SEARCHED_FROM = 8

/** Stocks that failed or lack figures, with the reason. Clicking one shows its row. */
function ShortfallList({ title, shortfalls, onFind }: ShortfallListProps) {
  const [text, setText] = useState('')
  const titleId = useId()
  const found = findShortfalls(shortfalls, text)
  return (
    <section className={classes.shortfallList} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {shortfalls.length > SEARCHED_FROM && (
        <TextInput
          size="xs"
          type="search"
          aria-label={`Search the ${title}`}
          placeholder="Symbol or reason"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {/* The list needs no `tabIndex`: its buttons let keyboard users scroll it. */}
      <ul>
        {found.map(({ symbol, reason }) => (
          <li key={symbol}>
            <button type="button" title={`Show ${symbol} in the table`} onClick={() => onFind(symbol)}>
              {symbol}
            </button>
            <span className={classes.note}>{reason}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && shortfalls.length > 0 && <p className={classes.note}>No matches.</p>}
    </section>
  )
}
