import { Popover, Progress, Stack, Title } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { type Enrichment, isUnderway, useEnrichmentStatusQuery } from '../api/enrichment.ts'
import { describeEnrichment, findPercent, listRunFacts } from '../features/screener/enrichment/enrichment-view.ts'
import { commonWords } from '../shared/common-words.ts'
import { formatInteger, formatPlace } from '../shared/format/numbers.ts'
import { formatEtTime } from '../shared/format/times.ts'
import { PORTFOLIO_PATH, SCREENING_PATH } from '../shared/paths.ts'
import { Link } from '../shared/routing.ts'
import { Facts, Unknown } from '../shared/ui/figures.tsx'
import classes from './app.module.css'

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
          <span className={classes.label}>{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <span id={titleId} hidden>
          Background work
        </span>
        <Stack gap="lg">
          {run !== null && <RunPart run={run} onLeave={panel.close} />}
          {unsynced > 0 && (
            <Stack component="section" className={classes.trayPart} gap="xs">
              <Title order={2}>Your positions</Title>
              <p>{commonWords.unsynced(unsynced)}</p>
              <Link to={PORTFOLIO_PATH} onClick={panel.close}>
                Open the portfolio
              </Link>
            </Stack>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function RunPart({ run, onLeave }: { readonly run: Enrichment; readonly onLeave: () => void }) {
  return (
    <Stack component="section" className={classes.trayPart} gap="xs">
      <Title order={2}>Figures of the stocks</Title>
      <p>{describeEnrichment(run).text}</p>
      {isUnderway(run) && <Progress size={4} color="var(--text-muted)" value={findPercent(run)} aria-hidden="true" />}
      <Facts facts={listRunFacts(run).map(({ label, value }) => ({ label, value: value ?? <Unknown /> }))} />
      <Link to={SCREENING_PATH} onClick={onLeave}>
        Open the screener
      </Link>
    </Stack>
  )
}

/** The most important status as a short text; null if there is nothing to report. */
function describeTray(run: Enrichment | null, unsynced: number): string | null {
  if (run !== null && isUnderway(run)) return `Updating ${formatPlace(findPercent(run))}%`
  if (unsynced > 0) return `${formatInteger(unsynced)} not yet synced`
  return run?.finishedAt ? `Updated ${formatEtTime(run.finishedAt)}` : null
}
