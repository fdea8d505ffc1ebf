import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Fragment } from 'react'
import { formatFinePrice, formatInteger } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { saveCsv } from '../../../shared/save-csv.ts'
import classes from './import-dialog.module.css'
import { describeIgnored, describeImport, type ImportAnswer } from './import-view.ts'
import { importWords as words } from './transfer-words.ts'

const { columns } = words

interface ImportRowsProps {
  /** Text that the rows were read from. */
  readonly text: string
  readonly answer: ImportAnswer
}

/** Planned or actual outcome of each row. */
export function ImportRows({ text, answer }: ImportRowsProps) {
  const ignored = describeIgnored(answer.ignored_columns)
  return (
    <div className={classes.result}>
      <p role="status">{describeImport(answer)}</p>
      {answer.message !== null && <p className={classes.hint}>{answer.message}</p>}
      {answer.refused.length > 0 && <RefusedTable text={text} answer={answer} />}
      {answer.rows.length > 0 && <TakenTable answer={answer} />}
      {ignored !== null && <p className={classes.hint}>{ignored}</p>}
    </div>
  )
}

function RefusedTable({ text, answer: { refused, form } }: ImportRowsProps) {
  const save = () =>
    saveCsv(async () => {
      const { writeRefusedCsv } = await import('./refused-csv.ts')
      return { name: 'callwright-refused-rows.csv', text: writeRefusedCsv(text, refused, form.separator) }
    })
  return (
    <div>
      <div className={classes.head}>
        <h3>{words.refused}</h3>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
          onClick={() => void save()}
        >
          {words.saveRefused}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users */}
      <section className={classes.scroll} tabIndex={0} aria-label={words.refused}>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.line}</th>
              <th scope="col">{columns.reason}</th>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ line, reason }) => (
              <tr key={`${line} ${reason}`}>
                <td>{formatInteger(line)}</td>
                <td className={classes.sentence}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const COLUMNS = 9

/** Accepted rows. Each note gets its own row below, so that it stays visible in a narrow dialog. */
function TakenTable({ answer: { rows, dry_run: planned } }: Pick<ImportRowsProps, 'answer'>) {
  return (
    <div>
      <div className={classes.head}>
        <h3>{words.positions}</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users */}
      <section className={classes.scroll} tabIndex={0} aria-label={words.positions}>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.line}</th>
              <th scope="col">{columns.outcome}</th>
              <th scope="col">{columns.ticker}</th>
              <th scope="col">{columns.entry}</th>
              <th scope="col">{columns.expiry}</th>
              <th scope="col">{columns.strike}</th>
              <th scope="col">{columns.price}</th>
              <th scope="col">{columns.premium}</th>
              <th scope="col">{columns.contracts}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, outcome, position, marks }) => (
              <Fragment key={line}>
                <tr data-outcome={outcome} data-marked={marks.length > 0}>
                  <td>{formatInteger(line)}</td>
                  <td>{words.outcomes[outcome][planned ? 'planned' : 'done']}</td>
                  <th scope="row">{position.ticker}</th>
                  <td>{formatDayLong(position.entry_date)}</td>
                  <td>{formatDayLong(position.expiry_date)}</td>
                  <td>{formatFinePrice(position.strike_price)}</td>
                  <td>{formatFinePrice(position.entry_price)}</td>
                  <td>{formatFinePrice(position.entry_premium)}</td>
                  <td>{formatInteger(position.contracts ?? 1)}</td>
                </tr>
                {marks.length > 0 && (
                  <tr>
                    <td colSpan={COLUMNS}>
                      <p className={classes.marks}>{marks.map(({ sentence }) => sentence).join(' ')}</p>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
