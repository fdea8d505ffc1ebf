import { RATING_VERSION } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { use } from 'react'
import manifest from '../../../../package.json' with { type: 'json' }
import { asApiError } from '../../../api/api-error.ts'
import { useScreenQuery } from '../../../api/screener-endpoints.ts'
import { apiReference } from '../../../shared/api-reference-words.ts'
import { listDataFacts } from '../../../shared/export/export-facts.ts'
import { ShellContext } from '../../../shared/ui/shell-context.ts'
import { LoadTrouble } from '../load-trouble.tsx'
import { Section } from '../section.tsx'
import { aboutWords as words } from '../settings-words.ts'
import { Waiting } from '../waiting.tsx'
import classes from './about-section.module.css'
import { marketQuery } from './market-query.ts'

const HIGHCHARTS_SHOP = 'https://shop.highcharts.com/'

/** Shows the market in use, versions, licenses and help. */
export function AboutSection() {
  const { openKeys } = use(ShellContext)
  return (
    <Section id="about">
      <Market />
      <dl className={classes.facts}>
        <dt>{words.version}</dt>
        <dd>{manifest.version}</dd>
        <dt>{words.rating}</dt>
        <dd>{words.ratingVersion(RATING_VERSION)}</dd>
        <dt>{words.charts}</dt>
        <dd>
          {words.chartsBy(manifest.dependencies.highcharts)}
          <p className={classes.note}>
            {words.chartsLicense} <a href={HIGHCHARTS_SHOP}>{words.chartsLink}</a>
          </p>
        </dd>
        <dt>{words.programs}</dt>
        <dd className={classes.reference}>
          <a href={apiReference.url}>{apiReference.name}</a>
        </dd>
      </dl>
      <Button onClick={openKeys}>{words.keys}</Button>
    </Section>
  )
}

function Market() {
  const { data, error, isFetching, refetch } = useScreenQuery(marketQuery)
  if (data === undefined) {
    return error === undefined ? (
      <Waiting words={words.marketLoading} rows={3} onRetry={refetch} />
    ) : (
      <LoadTrouble error={asApiError(error)} fallback={words.marketFailed} retrying={isFetching} onRetry={refetch} />
    )
  }
  return (
    <dl className={classes.facts} aria-label={words.market}>
      {listDataFacts(data.freshness).map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
