import { MAX_LEDGER_LENGTH } from '@callwright/contracts/portfolio-limits'
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { decodeFile } from '../../../shared/read-file.ts'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import dialogClasses from '../dialogs/dialogs.module.css'
import classes from './import.module.css'
import { TOO_LONG } from './use-import.ts'

interface ImportSourceProps {
  readonly text: string
  readonly onText: (text: string) => void
}

const EXAMPLE = `ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts
QAAA,2026-06-12,2026-08-21,130,2.05,120.50,2`

/** Text above this length is not shown, because a text field would be slow. */
const MOST_SHOWN = 100_000

/** Input for the rows: a file, dropped or chosen, or pasted text. */
export function ImportSource({ text, onText }: ImportSourceProps) {
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [isOver, setOver] = useState(false)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > 2 * MAX_LEDGER_LENGTH) {
      setFault(TOO_LONG)
      return
    }
    try {
      const content = decodeFile(new Uint8Array(await file.arrayBuffer()))
      setFault(undefined)
      onText(content)
    } catch {
      setFault('Could not read the file')
    }
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <Stack gap="md">
      <Stack
        className={classes.drop ?? ''}
        gap="xs"
        data-over={isOver}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          void read(event.dataTransfer.files[0])
        }}
      >
        <TextInput
          type="file"
          label="CSV file"
          accept=".csv,.txt,.tsv,.json,.xml,text/csv,text/plain"
          error={renderFieldError(fault)}
          onChange={({ target }) => void read(target.files?.[0])}
        />
        <Text size="sm" c="var(--text-muted)">
          Choose a file or drop it here: the transaction history of Schwab, Fidelity, E*TRADE, Interactive Brokers,
          Robinhood, tastytrade, thinkorswim or Webull, a file exported here, or any other CSV file.
        </Text>
      </Stack>
      {text.length > MOST_SHOWN ? (
        <Group justify="space-between" gap="sm">
          <p role="status">{`The file has ${formatInteger(text.split('\n').length)} lines.`}</p>
          <Button variant="subtle" onClick={() => onText('')}>
            Remove
          </Button>
        </Group>
      ) : (
        <Textarea
          className={dialogClasses.source ?? ''}
          label="Or rows as text"
          description="Rows copied from a spreadsheet work too. They need a header line, such as ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price."
          descriptionProps={{ size: 'lg' }}
          inputWrapperOrder={['label', 'input', 'description']}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          placeholder={EXAMPLE}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Stack>
  )
}
