import { mapFields, plainWord, type StatementMap } from '@callwright/contracts/import-map'
import { Box, Button, Checkbox, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useRemoveImportMapMutation, useSaveImportMapMutation } from '../../../api/imports.ts'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import dialogClasses from '../dialogs/dialogs.module.css'
import { FormChoices } from '../import/form-choices.tsx'
import classes from '../import/import.module.css'
import type { ColumnAnswer, Import } from '../import/use-import.ts'
import {
  type Columns,
  fieldLabels,
  findFaults,
  findMeaning,
  fitColumns,
  isRequired,
  plainMeanings,
  toChosen,
} from './column-fields.ts'
import { guessColumn } from './guess-columns.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'

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
  readonly control: Pick<Import, 'choices' | 'choose' | 'lastMap' | 'busy'>
}

/** The user says what each column holds and what the words for actions mean; saved for files with the same header. */
export function ColumnMap({ answer, control }: ColumnMapProps) {
  const { header, samples, words, map: saved, map_id: savedId } = answer
  const { choices, choose, lastMap, busy } = control
  const start = lastMap ?? saved
  const [columns, setColumns] = useState<Columns>(() =>
    start === null ? guessAll(header) : fitColumns(start.columns, header),
  )
  const [meanings, setMeanings] = useState<StatementMap['actions']>(() => plainMeanings(start?.actions ?? {}))
  const [pricePer, setPricePer] = useState<StatementMap['price_per']>(start?.price_per ?? 'share')
  const [name, setName] = useState(start?.name ?? '')
  const [isSaved, setSaved] = useState(true)
  const [attempts, setAttempts] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  const [save] = useSaveImportMapMutation()
  const actionWords = words[header.indexOf(columns.action ?? '')] ?? []
  const faults = attempts > 0 ? findFaults(columns, actionWords.length > 0) : {}

  useEffect(() => {
    if (attempts > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  const use = async () => {
    setAttempts(attempts + 1)
    if (Object.keys(findFaults(columns, actionWords.length > 0)).length > 0) return
    const actions = Object.fromEntries(actionWords.map((word) => [word, findMeaning(meanings, word)]))
    const map = { name: name.trim() || 'My broker', columns: toChosen(columns), actions, price_per: pricePer }
    if (isSaved) void save({ header: [...header], map })
    await choose({ map })
  }

  return (
    <Stack gap="md">
      {saved === null || savedId === null ? (
        <p role="status">These columns are not those of a known broker. Say what they hold.</p>
      ) : (
        <SavedMap name={saved.name} id={savedId} onDeleted={() => setSaved(false)} />
      )}
      <FormChoices
        form={{ separator: answer.separator, decimal: null, dates: null }}
        questions={[]}
        choices={choices}
        choose={choose}
      />
      <SampleRows header={header} samples={samples} />
      <div ref={fields} className={classes.map}>
        {mapFields.map((field) => (
          <NativeSelect
            key={field}
            label={`${fieldLabels[field]}${isRequired(field) ? '' : ' (optional)'}`}
            error={renderFieldError(faults[field])}
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
              value={findMeaning(meanings, word)}
              onChange={({ target }) =>
                setMeanings({ ...meanings, [plainWord(word)]: target.value as StatementMap['actions'][string] })
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
      <div>
        <Button aria-disabled={busy} onClick={() => void use()}>
          Read with these columns
        </Button>
      </div>
    </Stack>
  )
}

/** Says that the columns were named before, and lets the user delete what was saved. */
function SavedMap({
  name,
  id,
  onDeleted,
}: {
  readonly name: string
  readonly id: string
  readonly onDeleted: () => void
}) {
  const [remove, { isLoading, isSuccess, isError }] = useRemoveImportMapMutation()
  const removeOnce = async () => {
    if (isLoading) return
    const { error } = await remove(id)
    if (error === undefined) onDeleted()
  }
  if (isSuccess) return <p role="status">The meaning of these columns is no longer saved.</p>
  return (
    <Group justify="space-between" gap="sm">
      <p role="status">
        {isError ? 'Could not delete the saved columns. Please try again.' : `You named these columns before: ${name}.`}
      </p>
      <Button variant="subtle" aria-disabled={isLoading} onClick={() => void removeOnce()}>
        Delete saved columns
      </Button>
    </Group>
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
