import { type MapField, mapFields, type StatementMap } from '@callwright/contracts/import-map'
import { Box, Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSaveImportMapMutation } from '../../../api/imports.ts'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import dialogClasses from '../dialogs/dialogs.module.css'
import { guessAction, guessColumn } from './guess-columns.ts'
import classes from './import.module.css'
import type { ColumnAnswer, Import } from './use-import.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'

const fieldLabels: Readonly<Record<MapField, string>> = {
  day: 'Date',
  action: 'Action',
  symbol: 'Symbol',
  contract: 'Option symbol or description',
  quantity: 'Quantity',
  price: 'Price',
  fees: 'Fees',
  amount: 'Amount',
  right: 'Call or put',
  strike: 'Strike',
  expiry: 'Expiration',
}
const required: readonly MapField[] = ['day', 'action', 'quantity']

const actionLabels: Readonly<Record<StatementMap['actions'][string], string>> = {
  open: 'Call sold (opened)',
  close: 'Call bought back',
  expire: 'Call expired',
  assign: 'Call assigned',
  buy: 'Shares bought',
  sell: 'Shares sold',
  dividend: 'Dividend',
  ignore: 'Ignore',
}

interface ColumnMapProps {
  readonly answer: ColumnAnswer
  readonly choose: Import['choose']
  readonly busy: boolean
}

type Columns = Partial<Record<MapField, string>>

/** The user says what each column holds and what the words for actions mean; saved for files with the same header. */
export function ColumnMap({ answer, choose, busy }: ColumnMapProps) {
  const { header, samples, words, map: saved } = answer
  const [columns, setColumns] = useState<Columns>(() => saved?.columns ?? guessAll(header))
  const [meanings, setMeanings] = useState<StatementMap['actions']>(saved?.actions ?? {})
  const [pricePer, setPricePer] = useState<StatementMap['price_per']>(saved?.price_per ?? 'share')
  const [name, setName] = useState(saved?.name ?? '')
  const [isSaved, setSaved] = useState(true)
  const [fault, setFault] = useState<string | null>(null)
  const [save] = useSaveImportMapMutation()
  const actionWords = words[header.indexOf(columns.action ?? '')] ?? []

  const use = async () => {
    const missing = required.filter((field) => !columns[field])
    const hasStock = columns.symbol || columns.contract
    if (missing.length > 0 || !hasStock) {
      const [field] = missing
      setFault(`Choose the column for ${field === undefined ? 'the symbol' : fieldLabels[field].toLowerCase()}`)
      return
    }
    const actions = Object.fromEntries(actionWords.map((word) => [word, meanings[word] ?? guessAction(word)]))
    const chosen = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== ''))
    const map = { name: name.trim() || 'My broker', columns: chosen, actions, price_per: pricePer } as StatementMap
    setFault(null)
    if (isSaved) void save({ header: [...header], map })
    await choose({ map })
  }

  return (
    <Stack gap="md">
      <p role="status">
        {saved === null
          ? 'These columns are not those of a known broker. Say what they hold.'
          : `You named these columns before: ${saved.name}.`}
      </p>
      <SampleRows header={header} samples={samples} />
      <div className={classes.map}>
        {mapFields.map((field) => (
          <NativeSelect
            key={field}
            label={`${fieldLabels[field]}${required.includes(field) ? '' : ' (optional)'}`}
            data={[{ value: '', label: '—' }, ...header.filter((column) => column !== '')]}
            value={columns[field] ?? ''}
            onChange={({ target }) => setColumns({ ...columns, [field]: target.value })}
          />
        ))}
      </div>
      {actionWords.length > 0 && (
        <Box component="fieldset" bd={0} m={0} p={0} aria-label="What the actions mean" className={classes.map ?? ''}>
          {actionWords.map((word) => (
            <NativeSelect
              key={word}
              label={word}
              data={Object.entries(actionLabels).map(([value, label]) => ({ value, label }))}
              value={meanings[word] ?? guessAction(word)}
              onChange={({ target }) =>
                setMeanings({ ...meanings, [word]: target.value as StatementMap['actions'][string] })
              }
            />
          ))}
        </Box>
      )}
      <Radio.Group
        label="Prices of calls are"
        value={pricePer}
        onChange={(value) => setPricePer(value === 'contract' ? 'contract' : 'share')}
      >
        <Group gap="lg">
          <Radio className={dialogClasses.tick ?? ''} size="md" value="share" label="per share" />
          <Radio className={dialogClasses.tick ?? ''} size="md" value="contract" label="per contract" />
        </Group>
      </Radio.Group>
      <TextInput
        label="Name"
        description="The name of your broker or bank, for these columns and for the account."
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Checkbox
        className={dialogClasses.tick ?? ''}
        size="md"
        label="Remember for files with these columns"
        checked={isSaved}
        onChange={({ target }) => setSaved(target.checked)}
      />
      {fault !== null && <Text role="alert">{fault}</Text>}
      <div>
        <Button aria-disabled={busy} onClick={() => void use()}>
          Read with these columns
        </Button>
      </div>
    </Stack>
  )
}

function guessAll(header: readonly string[]): Columns {
  const taken = new Set<string>()
  return Object.fromEntries(
    mapFields.flatMap((field) => {
      const column = guessColumn(
        field,
        header.filter((name) => !taken.has(name)),
      )
      if (column === null) return []
      taken.add(column)
      return [[field, column]]
    }),
  )
}

function SampleRows({ header, samples }: Pick<ColumnAnswer, 'header' | 'samples'>) {
  const columns = header.map((label, at) => ({
    id: String(at),
    label,
    align: 'start' as const,
    cell: ({ cells }: SampleRow) => cells[at] ?? '',
  }))
  const rows = samples.map((cells, index) => ({ id: String(index), cells }))
  return (
    <DataTable
      label="First rows of the file"
      className={dialogClasses.table}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

interface SampleRow {
  readonly id: string
  readonly cells: readonly string[]
}
