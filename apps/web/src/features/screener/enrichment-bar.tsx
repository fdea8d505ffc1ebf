import { Button, Popover, Progress } from '@mantine/core'
import type { Enrichment } from '../../api/screen.ts'
import classes from './enrichment-bar.module.css'
import { describeEnrichment } from './enrichment-view.ts'

interface EnrichmentBarProps {
  readonly enrichment: Enrichment
  readonly busy: boolean
  readonly onStart: () => void
  readonly onStop: () => void
}

/** The run that makes the figures of the table: how far it is, or how the last one ended. */
export function EnrichmentBar({ enrichment, busy, onStart, onStop }: EnrichmentBarProps) {
  const view = describeEnrichment(enrichment)
  if (view.kind === 'running') {
    return (
      <div className={classes.bar}>
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
          <Button
            className={classes.action}
            variant="subtle"
            aria-label="Stop enrichment"
            loading={busy}
            onClick={onStop}
          >
            Stop
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className={classes.bar}>
      <span className={classes.text} title={view.text}>
        {view.text}
      </span>
      {view.failedText !== null && <Failures enrichment={enrichment} label={view.failedText} />}
      <Button
        className={classes.action}
        variant="subtle"
        aria-label="Start enrichment"
        loading={busy}
        onClick={onStart}
      >
        Start
      </Button>
    </div>
  )
}

function Failures({ enrichment, label }: { readonly enrichment: Enrichment; readonly label: string }) {
  return (
    <Popover position="top-start" width={320}>
      <Popover.Target>
        <button type="button" className={classes.failed}>
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.failures}>
          {enrichment.failures.map(({ symbol, reason }) => (
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
