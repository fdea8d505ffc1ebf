import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { notify } from '../../../shared/notify.ts'
import { saveFile } from '../../../shared/save-file.ts'
import classes from './import-dialog.module.css'
import { describeIgnored, describeImport, type ImportAnswer, outcomeWords } from './import-view.ts'

interface ImportRowsProps {
  /** What the rows were read from. */
  readonly text: string
  readonly answer: ImportAnswer
}

/** What becomes of each row, or became of it. */
export function ImportRows({ text, answer }: ImportRowsProps) {
  const ignored = describeIgnored(answer.ignored_columns)
  return (
    <div className={classes.result}>
      <p role="status">{describeImport(answer)}</p>
      {answer.refused.length > 0 && <RefusedTable text={text} answer={answer} />}
      {answer.rows.length > 0 && <TakenTable answer={answer} />}
      {ignored !== null && <p className={classes.hint}>{ignored}</p>}
    </div>
  )
}

function RefusedTable({ text, answer: { refused } }: ImportRowsProps) {
  const save = async () => {
    try {
      const { writeRefusedCsv } = await import('./refused-csv.ts')
      saveFile('callwright-refused-rows.csv', writeRefusedCsv(text, refused), 'text/csv')
    } catch {
      notify('The file could not be written. Please try again.')
    }
  }
  return (
    <div>
      <div className={classes.head}>
        <h3>Refused rows</h3>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
          onClick={() => void save()}
        >
          Download refused rows
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <section className={classes.scroll} tabIndex={0} aria-label="Refused rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ line, reason }) => (
              <tr key={`${line} ${reason}`}>
                <td>{formatInteger(line)}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function TakenTable({ answer: { rows, dry_run: planned } }: Pick<ImportRowsProps, 'answer'>) {
  return (
    <div>
      <div className={classes.head}>
        <h3>Positions</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <section className={classes.scroll} tabIndex={0} aria-label="Positions">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Outcome</th>
              <th scope="col">Ticker</th>
              <th scope="col">Entry</th>
              <th scope="col">Expiry</th>
              <th scope="col">Strike</th>
              <th scope="col">Price</th>
              <th scope="col">Premium</th>
              <th scope="col">Contracts</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, outcome, position }) => (
              <tr key={line} data-outcome={outcome}>
                <td>{formatInteger(line)}</td>
                <td>{outcomeWords[outcome][planned ? 'planned' : 'done']}</td>
                <th scope="row">{position.ticker}</th>
                <td>{position.entry_date}</td>
                <td>{position.expiry_date}</td>
                <td>{formatPrice(position.strike_price)}</td>
                <td>{formatPrice(position.entry_price)}</td>
                <td>{formatPrice(position.entry_premium)}</td>
                <td>{formatInteger(position.contracts ?? 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
