import { useRef } from 'react'
import { type Enrichment, isUnderway } from '../../../api/enrichment.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { useOnChange } from '../../../shared/use-on-change.ts'
import classes from './enrichment-panel.module.css'
import { countShortfalls, describeEnrichment, findPercent } from './enrichment-view.ts'
import { enrichmentWords } from './enrichment-words.ts'
import { explainStop, listRunFacts } from './run-facts.ts'
import { runWords as words } from './run-words.ts'
import { ShortfallList } from './shortfall-list.tsx'
import type { EnrichmentControl } from './use-enrichment.ts'

interface EnrichmentPanelProps {
  readonly titleId: string
  readonly enrichment: Enrichment
  readonly control: EnrichmentControl
  readonly onFind: (symbol: string) => void
}

/** Details about a data update, with buttons to start and stop it. */
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
        {words.titles[state]}
      </h2>
      {isUnderway(enrichment) && (
        <div className={classes.progress} aria-hidden="true">
          <span style={{ width: `${findPercent(enrichment)}%` }} />
        </div>
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
      {note !== null && <p className={classes.note}>{note}</p>}
      {counts.failed !== null && (
        <ShortfallList title={enrichmentWords.failed(counts.failed)} shortfalls={failures} onFind={onFind} />
      )}
      {counts.incomplete !== null && (
        <ShortfallList title={enrichmentWords.incomplete(counts.incomplete)} shortfalls={incomplete} onFind={onFind} />
      )}
      {view.kind === 'idle' && (
        <BusyButton key="start" className={classes.action ?? ''} busy={control.busy} onClick={control.start}>
          {words.start}
        </BusyButton>
      )}
      {view.kind === 'running' && view.canStop && (
        <BusyButton key="stop" className={classes.action ?? ''} busy={control.busy} onClick={control.stop}>
          {words.stop}
        </BusyButton>
      )}
    </div>
  )
}
