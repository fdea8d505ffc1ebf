import classes from './app.module.css'
import { useEnrichmentStatusQuery } from '../api/enrichment.ts'
import { isUnderway, type Enrichment } from '../api/enrichment.ts'
import { describeEnrichment, findPercent, listRunFacts } from '../features/screener/enrichment/enrichment-view.ts'
import { commonWords } from '../shared/common-words.ts'
import { formatInteger, formatPlace } from '../shared/format/numbers.ts'
import { formatEtTime } from '../shared/format/times.ts'
import { PORTFOLIO_PATH, SCREENING_PATH } from '../shared/paths.ts'
import { Link } from '../shared/routing.ts'
import { Unknown } from '../shared/ui/figures.tsx'
import { Popover } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'

interface TrayProps {
  /** Number of position changes that are not synced yet; 0 on the portfolio page, which shows them itself. */
  readonly unsynced: number
}

/** Status of background work in one line, with details in a popover. */
export function Tray({ unsynced }: TrayProps) {
  const { data, error } = useEnrichmentStatusQuery()
  const [opened, panel] = useDisclosure(false)
  const titleId = useId()
  const run = error === undefined ? (data ?? null) : null
  const label = describeTray(run, unsynced)
  if (label === null) return null
  const isBusy = unsynced > 0 || (run !== null && isUnderway(run))
  return (
    <Popover opened={opened} onChange={panel.set} position="right-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.tray}
          data-busy={isBusy || undefined}
          title={label}
          onClick={panel.toggle}
        >
          <span className={classes.dot} aria-hidden="true" />
          <span className={classes.trayLabel}>{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <span id={titleId} hidden>
          Background work
        </span>
        <div className={classes.trayPanel}>
          {run !== null && <RunPart run={run} onLeave={panel.close} />}
          {unsynced > 0 && (
            <section className={classes.trayPart}>
              <h2 className={classes.trayTitle}>Your positions</h2>
              <p>{commonWords.unsynced(unsynced)}</p>
              <Link to={PORTFOLIO_PATH} onClick={panel.close}>
                Open the portfolio
              </Link>
            </section>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function RunPart({ run, onLeave }: { readonly run: Enrichment; readonly onLeave: () => void }) {
  return (
    <section className={classes.trayPart}>
      <h2 className={classes.trayTitle}>Figures of the stocks</h2>
      <p>{describeEnrichment(run).text}</p>
      {isUnderway(run) && (
        <div className={classes.progress} aria-hidden="true">
          <span style={{ width: `${findPercent(run)}%` }} />
        </div>
      )}
      <dl className={classes.facts}>
        {listRunFacts(run).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <Unknown />}</dd>
          </div>
        ))}
      </dl>
      <Link to={SCREENING_PATH} onClick={onLeave}>
        Open the screener
      </Link>
    </section>
  )
}

/** The most important status as a short text; null if there is nothing to report. */
function describeTray(run: Enrichment | null, unsynced: number): string | null {
  if (run !== null && isUnderway(run)) return `Updating ${formatPlace(findPercent(run))}%`
  if (unsynced > 0) return `${formatInteger(unsynced)} not yet synced`
  return run?.finishedAt ? `Updated ${formatEtTime(run.finishedAt)}` : null
}
