import { Popover, Progress } from '@mantine/core'
import { useRef } from 'react'
import type { Enrichment, Shortfall } from '../../api/screen.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { useOnChange } from '../../shared/use-on-change.ts'
import classes from './enrichment-bar.module.css'
import { describeEnrichment } from './enrichment-view.ts'
import type { EnrichmentControl } from './use-enrichment.ts'

interface EnrichmentBarProps {
  readonly control: EnrichmentControl
}

/** The run that makes the figures of the table: how far it is, or how the last one ended. */
export function EnrichmentBar({ control }: EnrichmentBarProps) {
  const { enrichment, unknown } = control
  const bar = useRef<HTMLFieldSetElement>(null)
  const hasFocus = useRef(false)
  // A button that goes with its state would let the focus fall to the page.
  useOnChange(enrichment, () => {
    if (hasFocus.current && bar.current?.contains(document.activeElement) === false) bar.current.focus()
  })
  if (enrichment === null && !unknown) return null
  return (
    <fieldset
      ref={bar}
      className={classes.bar}
      aria-label="Enrichment"
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    >
      {enrichment === null || unknown ? (
        <span className={classes.text}>Enrichment: status unknown</span>
      ) : (
        <KnownStatus enrichment={enrichment} control={control} />
      )}
    </fieldset>
  )
}

function KnownStatus({ enrichment, control }: EnrichmentBarProps & { readonly enrichment: Enrichment }) {
  const { busy, start, stop } = control
  const view = describeEnrichment(enrichment)
  // Keys of their own: a second click on Start must not land on the Stop that has taken its place.
  if (view.kind === 'running') {
    return (
      <>
        <Progress.Root size={4} radius="xs" className={classes.progress}>
          <Progress.Section
            value={view.percent}
            aria-label="Enrichment"
            aria-valuetext={view.text}
            color="var(--tx2)"
          />
        </Progress.Root>
        <span className={classes.text}>{view.text}</span>
        {view.canStop && (
          <BusyButton
            key="stop"
            className={classes.action ?? ''}
            variant="subtle"
            aria-label="Stop enrichment"
            busy={busy}
            onClick={stop}
          >
            Stop
          </BusyButton>
        )}
      </>
    )
  }
  return (
    <>
      <span className={classes.text} title={view.text}>
        {view.text}
      </span>
      {view.failedText !== null && (
        <Shortfalls shortfalls={enrichment.failures} label={view.failedText} className={classes.failed} />
      )}
      {view.incompleteText !== null && (
        <Shortfalls shortfalls={enrichment.incomplete} label={view.incompleteText} className={classes.incomplete} />
      )}
      <BusyButton
        key="start"
        className={classes.action ?? ''}
        variant="subtle"
        aria-label="Start enrichment"
        busy={busy}
        onClick={start}
      >
        Start
      </BusyButton>
    </>
  )
}

interface ShortfallsProps {
  readonly shortfalls: readonly Shortfall[]
  readonly label: string
  readonly className: string | undefined
}

/** How many stocks fell short; opened, which ones and why. */
function Shortfalls({ shortfalls, label, className }: ShortfallsProps) {
  return (
    <Popover position="top-start" width={320}>
      <Popover.Target>
        <button type="button" className={className}>
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.shortfalls}>
          {shortfalls.map(({ symbol, reason }) => (
            <div key={symbol}>
              <dt>{symbol}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  )
}
