import { Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { Unknown } from '../../../shared/ui/figures.tsx'
import classes from '../dialogs.module.css'
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
    <Stack ref={panel} gap="md" style={{ outline: 'none' }} tabIndex={-1} data-autofocus>
      <Text component="h2" id={titleId} size="lg" fw="var(--weight-strong)">
        {titles[state]}
      </Text>
      {isUnderway(enrichment) && (
        <Progress value={findPercent(enrichment)} size={4} radius="xs" color="var(--text-muted)" aria-hidden="true" />
      )}
      {message !== null && <Text c="dimmed">{toSentence(message)}</Text>}
      <Stack component="dl" gap="2xs">
        {listRunFacts(enrichment).map(({ label, value }) => (
          <Group key={label} justify="space-between" gap="lg" wrap="nowrap">
            <Text component="dt" c="dimmed" flex="none">
              {label}
            </Text>
            <Text component="dd" fw="var(--weight-strong)" ta="right">
              {value ?? <Unknown />}
            </Text>
          </Group>
        ))}
      </Stack>
      <Text c="dimmed">
        A refresh reads the latest prices and option chains and rates every stock again. These are the times of the
        refresh; the time at the top of the page is the market time of the prices.
      </Text>
      {note !== null && <Text c="dimmed">{note}</Text>}
      {counts.failed !== null && <ShortfallList title={counts.failed} shortfalls={failures} onFind={onFind} />}
      {counts.incomplete !== null && (
        <ShortfallList title={counts.incomplete} shortfalls={incomplete} onFind={onFind} />
      )}
      {view.kind === 'idle' && (
        <BusyButton key="start" style={{ alignSelf: 'flex-start' }} busy={control.busy} onClick={control.start}>
          Refresh prices
        </BusyButton>
      )}
      {view.kind === 'running' && view.canStop && (
        <BusyButton key="stop" style={{ alignSelf: 'flex-start' }} busy={control.busy} onClick={control.stop}>
          Stop this refresh
        </BusyButton>
      )}
    </Stack>
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
    <Stack component="section" className={classes.shortfalls ?? ''} gap="xs" aria-labelledby={titleId}>
      <Text component="h3" id={titleId} size="sm" fw="var(--weight-medium)" c="var(--warning)">
        {title}
      </Text>
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
            <Text span c="dimmed">
              {reason}
            </Text>
          </li>
        ))}
      </ul>
      {found.length === 0 && shortfalls.length > 0 && <Text c="dimmed">No matches.</Text>}
    </Stack>
  )
}
