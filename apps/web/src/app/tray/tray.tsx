import { Popover } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { type Enrichment, isUnderway, useEnrichmentStatusQuery } from '../../api/enrichment.ts'
import { describeEnrichment, findPercent, listRunFacts } from '../../features/screener/enrichment/enrichment-view.ts'
import { formatEtTime } from '../../shared/format/times.ts'
import { PORTFOLIO_PATH, SCREENING_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { Unknown } from '../../shared/ui/unknown.tsx'
import classes from './tray.module.css'
import { trayWords } from './tray-words.ts'

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
          <span className={classes.label}>{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <span id={titleId} hidden>
          {trayWords.title}
        </span>
        <div className={classes.panel}>
          {run !== null && <RunPart run={run} onLeave={panel.close} />}
          {unsynced > 0 && (
            <section className={classes.part}>
              <h2 className={classes.title}>{trayWords.positions}</h2>
              <p>{trayWords.waiting(unsynced)}</p>
              <Link to={PORTFOLIO_PATH} onClick={panel.close}>
                {trayWords.openPortfolio}
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
    <section className={classes.part}>
      <h2 className={classes.title}>{trayWords.run}</h2>
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
        {trayWords.openScreener}
      </Link>
    </section>
  )
}

/** The most important status as a short text; null if there is nothing to report. */
function describeTray(run: Enrichment | null, unsynced: number): string | null {
  if (run !== null && isUnderway(run)) return trayWords.enriching(findPercent(run))
  if (unsynced > 0) return trayWords.unsynced(unsynced)
  return run?.finishedAt ? trayWords.updated(formatEtTime(run.finishedAt)) : null
}
