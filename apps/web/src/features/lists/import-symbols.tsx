import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { asApiError, describeFailure } from '../../api/http.ts'
import { useLazyCoveredSymbolsQuery, type Watchlist } from '../../api/lists.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { decodeFile } from '../../shared/read-file.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { type ImportPreview, previewImport, readCells, spellCells } from './read-symbols.ts'
import { nameStocks, useListActions } from './use-list-actions.ts'

interface ImportSymbolsProps {
  readonly list: Watchlist
  readonly onDone: () => void
}

/** A URL has room for this many symbols. */
const BATCH = 300
/** A longer file is not a list of symbols. */
const MAX_LENGTH = 500_000
const TOO_LONG = 'The text is too long for a list of symbols'

/** Adds a pasted column of symbols, or those of a CSV file, to a list, after a preview. */
export function ImportSymbols({ list, onDone }: ImportSymbolsProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [busy, setBusy] = useState(false)
  const [readCovered] = useLazyCoveredSymbolsQuery()
  const { add } = useListActions()

  const change = (typed: string) => {
    setText(typed)
    setPreview(null)
    setFault(null)
  }
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MAX_LENGTH) return setFault(TOO_LONG)
    change(decodeFile(new Uint8Array(await file.arrayBuffer())))
  }
  const check = async () => {
    const cells = text.length > MAX_LENGTH ? [] : readCells(text)
    if (cells.length === 0) return setFault(text.length > MAX_LENGTH ? TOO_LONG : 'Paste at least one symbol')
    setBusy(true)
    try {
      const symbols = [...new Set(spellCells(cells).flatMap(({ symbol }) => symbol ?? []))]
      const batches = Array.from({ length: Math.ceil(symbols.length / BATCH) }, (_, index) =>
        readCovered(symbols.slice(index * BATCH, (index + 1) * BATCH)).unwrap(),
      )
      setPreview(previewImport(cells, { covered: new Set((await Promise.all(batches)).flat()), present: list.symbols }))
    } catch (error) {
      setFault(describeFailure(asApiError(error)) ?? commonWords.tryAgain('Could not check the symbols'))
    } finally {
      setBusy(false)
    }
  }
  const added = preview === null ? [] : [...preview.recognized, ...preview.uncovered]
  return (
    <Stack gap="sm" py="sm">
      <TextInput
        type="file"
        label="CSV file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Textarea
        label="Or symbols as text"
        description="One per line, or separated by commas or spaces. In a file, the column named Symbol or Ticker counts."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={fault}
        onChange={({ target }) => change(target.value)}
      />
      {preview !== null && <Preview preview={preview} />}
      <Group gap="sm" justify="flex-end">
        <Button onClick={onDone}>{commonWords.cancel}</Button>
        {preview === null ? (
          <BusyButton variant="filled" busy={busy} onClick={check}>
            Check symbols
          </BusyButton>
        ) : (
          <Button
            variant="filled"
            disabled={added.length === 0}
            onClick={async () => {
              if (await add(list, added)) onDone()
            }}
          >
            Add {nameStocks(added)}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Preview of an import: symbols to add, and skipped symbols with the reason. */
function Preview({
  preview: { recognized, uncovered, duplicates, unreadable, excess },
}: {
  readonly preview: ImportPreview
}) {
  const groups = [
    { name: 'Recognized', items: recognized },
    { name: 'Not in the screener, added anyway', items: uncovered },
    { name: 'Already on the list or repeated', items: duplicates },
    { name: 'Not a symbol, left out', items: unreadable },
  ]
  return (
    <Stack gap="2xs" role="status">
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ name, items }) => (
          <Text key={name} style={{ overflowWrap: 'anywhere' }}>
            {name} ({formatInteger(items.length)}): {describeItems(items)}
          </Text>
        ))}
      {excess > 0 && <Text>{formatInteger(excess)} more do not fit on the list.</Text>}
    </Stack>
  )
}

const MOST_NAMED = 20

function describeItems(items: readonly string[]): string {
  const named = items.slice(0, MOST_NAMED).join(', ')
  const rest = items.length - MOST_NAMED
  return rest > 0 ? `${named} and ${formatInteger(rest)} more` : named
}
