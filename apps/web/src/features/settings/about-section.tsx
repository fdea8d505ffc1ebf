import { RATING_VERSION } from '@callwright/scoring'
import { Button, Text } from '@mantine/core'
import { use } from 'react'
import manifest from '../../../package.json' with { type: 'json' }
import type { ScreenQuery } from '../../api/early-requests.ts'
import { asApiError } from '../../api/http.ts'
import { useScreenQuery } from '../../api/screener.ts'
import { listDataFacts } from '../../shared/export/data-facts.tsx'
import { API_REFERENCE_PATH } from '../../shared/paths.ts'
import { ShellContext } from '../../shared/ui/page.tsx'
import { LoadTrouble, Section, Waiting } from './section.tsx'
import classes from './settings.module.css'

/** The smallest query whose response says which market is in use. */
export const marketQuery: ScreenQuery = {
  sortBy: 'symbol',
  sortOrder: 'asc',
  limit: 1,
  offset: 0,
  narrowing: {},
  fields: ['symbol', 'score_max'],
}

/** Shows the market in use, versions, licenses and help. */
export function AboutSection() {
  const { openKeys } = use(ShellContext)
  return (
    <Section id="about">
      <Market />
      <dl className={classes.facts}>
        <dt>Callwright</dt>
        <dd>{manifest.version}</dd>
        <dt>Rating</dt>
        <dd>Version {RATING_VERSION}</dd>
        <dt>Charts</dt>
        <dd>
          Highcharts {manifest.dependencies.highcharts}
          <Text size="sm" c="dimmed" maw="62ch">
            The Callwright license does not cover Highcharts. Commercial, government and hosted use requires a license
            from Highsoft. <a href="https://shop.highcharts.com/">Highcharts licenses</a>
          </Text>
        </dd>
        <dt>Programs</dt>
        <dd>
          <a href={API_REFERENCE_PATH}>API reference</a>
        </dd>
      </dl>
      <Button onClick={openKeys}>Keyboard shortcuts</Button>
    </Section>
  )
}

function Market() {
  const { data, error, isFetching, refetch } = useScreenQuery(marketQuery)
  if (data === undefined) {
    return error === undefined ? (
      <Waiting words="Loading the market…" rows={3} onRetry={refetch} />
    ) : (
      <LoadTrouble
        error={asApiError(error)}
        fallback="Could not load the market."
        retrying={isFetching}
        onRetry={refetch}
      />
    )
  }
  return (
    <dl className={classes.facts} aria-label="Market">
      {listDataFacts(data.freshness).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
