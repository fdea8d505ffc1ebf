import { TAX_FLAG_WORDS, TAX_LIMITS } from '@callwright/scoring'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type TaxFlag, type TaxReport, type TaxRow, useTaxQuery } from '../../../api/tax.ts'
import { saveCsv } from '../../../shared/export/save-file.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { Figure } from '../../../shared/ui/figures.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import { Cents, useMaskedText } from '../money.tsx'
import page from '../portfolio.module.css'
import { ReportState } from './report-state.tsx'
import classes from './reports.module.css'
import { DividendTable, nameFlag, OpenCallTable, TaxTable } from './tax-tables.tsx'

/** Gains and losses of a tax year, what they leave out, and a file in the order of Form 8949. */
export function TaxTab() {
  const [year, setYear] = useState<number | null>(null)
  const query = useTaxQuery(year)
  const report = query.currentData
  if (report === undefined) return <ReportState query={query} words="Loading the tax view…" what="tax view" />
  const { rows, dividends, openAtYearEnd, unconfirmed, message } = report
  const isEmpty = [rows, dividends, openAtYearEnd, unconfirmed].every(({ length }) => length === 0)
  return (
    <section className={page.panel} aria-label="Tax">
      <Group className={classes.taxBar} justify="space-between" align="flex-end" gap="var(--space-4)">
        <NativeSelect
          label="Tax year"
          value={String(report.year)}
          data={report.years.toReversed().map(String)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
        />
        <Button
          disabled={rows.length === 0}
          leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
          onClick={() => void saveCsv(async () => (await import('./tax-csv.ts')).writeTaxCsv(report))}
        >
          Download CSV
        </Button>
      </Group>
      <p className={classes.note}>{TAX_LIMITS[0]}</p>
      {message !== null && <p className={classes.note}>{message}</p>}
      {isEmpty ? (
        <Empty title={`Nothing was recorded for ${report.year}`}>
          Calls that ended, shares that were sold or called away, and dividends appear here in the year of their trade
          day.
        </Empty>
      ) : (
        <TaxParts report={report} />
      )}
      <TaxLimits />
    </section>
  )
}

function TaxParts({ report }: { readonly report: TaxReport }) {
  const { rows, totals, dividends, openAtYearEnd, openAsOf, unconfirmed } = report
  const maskText = useMaskedText()
  const paidUsd = dividends.reduce((sum, { amountUsd }) => sum + amountUsd, 0)
  const hasCheck = rows.some(({ term }) => term === 'check')
  return (
    <>
      <Group component="dl" className={classes.totals} gap="var(--space-4) var(--space-8)">
        <Figure label="Short-term" size="2xl" hint="Gains less losses, calls included">
          <Cents usd={totals.shortUsd} signed />
        </Figure>
        <Figure label="Long-term" size="2xl" hint="Shares held for more than a year">
          <Cents usd={totals.longUsd} signed />
        </Figure>
        {hasCheck && (
          <Figure label="To check" size="2xl" hint="A rule named below could change the term">
            <Cents usd={totals.checkUsd} signed />
          </Figure>
        )}
        <Figure label="Dividends" size="2xl" hint="By pay date, not classed as qualified or ordinary">
          <Cents usd={paidUsd} signed />
        </Figure>
      </Group>
      {rows.length > 0 && <TaxTable rows={rows} />}
      <FlagList rows={rows} />
      {dividends.length > 0 && <DividendTable dividends={dividends} />}
      {openAtYearEnd.length > 0 && <OpenCallTable calls={openAtYearEnd} day={openAsOf} />}
      {unconfirmed.length > 0 && (
        <section className={classes.table} aria-labelledby="tax-unconfirmed">
          <h2 id="tax-unconfirmed">Not confirmed, and not counted</h2>
          <ul className={classes.list}>
            {unconfirmed.map(({ chainId, positionId, day, kind, symbol, sentence }) => (
              <li key={`${chainId} ${positionId} ${kind} ${day}`}>
                <b>{symbol}</b>, {formatDayLong(day)}: {maskText(sentence)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Explains each flag that a row has. */
function FlagList({ rows }: { readonly rows: readonly TaxRow[] }) {
  const flags = [...new Set<TaxFlag>(rows.flatMap((row) => row.flags))]
  if (flags.length === 0) return null
  return (
    <section className={classes.table} aria-labelledby="tax-flags">
      <h2 id="tax-flags">What the notes mean</h2>
      <ul className={classes.list}>
        {flags.map((flag) => (
          <li key={flag}>
            <b>{nameFlag(flag)}.</b> {TAX_FLAG_WORDS[flag]}
          </li>
        ))}
      </ul>
    </section>
  )
}

const TaxLimits = () => (
  <section className={classes.table} aria-labelledby="tax-limits">
    <h2 id="tax-limits">Limits of this view</h2>
    <ul className={classes.list}>
      {TAX_LIMITS.slice(1).map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  </section>
)
