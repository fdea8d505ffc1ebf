import { HOLDINGS_LIST, MAX_LIST_NAME } from '@callwright/contracts/screener-columns'
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload, IconFileImport, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Watchlist, Watchlists } from '../../api/lists.ts'
import { commonWords } from '../../shared/common-words.ts'
import { saveCsv } from '../../shared/export/save-file.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { SCREENING_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { ImportSymbols } from './import-symbols.tsx'
import classes from './lists.module.css'
import { useListActions } from './use-list-actions.ts'

interface ListManagerProps extends Watchlists {
  readonly onClose: () => void
}

const pathOf = (id: string) => `${SCREENING_PATH}?${new URLSearchParams({ list: id })}`
const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const
const countStocks = (count: number) => (count === 1 ? '1 stock' : `${formatInteger(count)} stocks`)

/** The user's lists, each with its stocks and what can be done with it. */
export function ListManager({ lists, unlisted, onClose }: ListManagerProps) {
  return (
    <Stack gap="sm">
      <Text>
        <Link className={classes.holdings} to={pathOf(HOLDINGS_LIST)} onClick={onClose}>
          My holdings
        </Link>{' '}
        shows the stocks in your portfolio and needs no list.
      </Text>
      {lists.length === 0 ? (
        <Text c="dimmed">You have no lists yet. Name the first one below.</Text>
      ) : (
        <ul className={classes.lists} aria-label="Your lists">
          {lists.map((list) => (
            <ListRow key={list.id} list={list} unlisted={unlisted} onClose={onClose} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

type Part = 'stocks' | 'rename' | 'import'

interface ListRowProps extends Pick<ListManagerProps, 'unlisted' | 'onClose'> {
  readonly list: Watchlist
}

function ListRow({ list, unlisted, onClose }: ListRowProps) {
  const { remove } = useListActions()
  const [open, setOpen] = useState<Part | null>(null)
  const toggle = (part: Part) => setOpen(open === part ? null : part)
  const { id, name, symbols } = list
  const exportList = () =>
    saveCsv(async () => {
      const { writeCsv } = await import('../../shared/export/csv.ts')
      const rows = symbols.map((symbol) => [symbol])
      return { name: `${name}.csv`, text: writeCsv({ title: name, facts: null, columns: ['Symbol'], rows }) }
    })
  const actions = [
    { label: `Rename ${name}`, Icon: IconPencil, part: 'rename', run: () => toggle('rename') },
    { label: `Import stocks into ${name}`, Icon: IconFileImport, part: 'import', run: () => toggle('import') },
    { label: `Export ${name}`, Icon: IconDownload, part: null, run: () => void exportList() },
    { label: `Delete ${name}`, Icon: IconTrash, part: null, run: () => void remove(list) },
  ] as const
  return (
    <li>
      <Group gap="2xs" wrap="nowrap">
        <Link className={classes.name} to={pathOf(id)} onClick={onClose}>
          {name}
        </Link>
        <Button
          variant="subtle"
          size="xs"
          flex="none"
          ml="auto"
          aria-label={`${countStocks(symbols.length)} on ${name}`}
          aria-expanded={open === 'stocks'}
          onClick={() => toggle('stocks')}
        >
          {countStocks(symbols.length)}
        </Button>
        {actions.map(({ label, Icon, part, run }) => (
          <ActionIcon
            key={label}
            className={classes.action ?? ''}
            aria-label={label}
            data-hint={label}
            aria-expanded={part === null ? undefined : open === part}
            onClick={run}
          >
            <Icon {...icon} />
          </ActionIcon>
        ))}
      </Group>
      {open === 'stocks' && <Stocks list={list} unlisted={unlisted} />}
      {open === 'rename' && <Rename list={list} onDone={() => setOpen(null)} />}
      {open === 'import' && <ImportSymbols list={list} onDone={() => setOpen('stocks')} />}
    </li>
  )
}

/** The stocks of a list, each with a button that removes it. */
function Stocks({ list, unlisted }: Omit<ListRowProps, 'onClose'>) {
  const { take } = useListActions()
  if (list.symbols.length === 0) {
    return <Text c="dimmed">No stocks yet. Press w on a row, or import them.</Text>
  }
  return (
    <ul className={classes.stocks} aria-label={`Stocks on ${list.name}`}>
      {list.symbols.map((symbol) => (
        <li key={symbol}>
          {symbol}
          {unlisted.has(symbol) && (
            <Text span size="sm" c="dimmed">
              {' '}
              not in the screener
            </Text>
          )}
          <ActionIcon
            size={24}
            aria-label={`Remove ${symbol} from ${list.name}`}
            onClick={() => void take(list, [symbol])}
          >
            <IconX {...icon} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

function Rename({ list, onDone }: { readonly list: Watchlist; readonly onDone: () => void }) {
  const { rename } = useListActions()
  const [name, setName] = useState(list.name)
  const [fault, setFault] = useState<string | null>(null)
  const submit = useSingleSubmit(async () => {
    const trouble = name.trim() === '' ? 'Enter a name for the list' : await rename(list, name.trim())
    setFault(trouble)
    if (trouble === null) onDone()
  })
  return (
    <form noValidate onSubmit={submit}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={`Name of ${list.name}`}
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          value={name}
          error={fault}
          inputWrapperOrder={['label', 'error', 'input']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button onClick={onDone}>{commonWords.cancel}</Button>
        <Button type="submit" variant="filled">
          Save
        </Button>
      </Group>
    </form>
  )
}
