import '@mantine/core/styles/Checkbox.layer.css'
import { MAX_LIST_NAME } from '@callwright/contracts/screener-columns'
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { asApiError, describeFailure } from '../../api/http.ts'
import { useListsQuery, type Watchlists } from '../../api/lists.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { useSingleSubmit } from '../../shared/hooks.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx'
import { ListManager } from './list-manager.tsx'
import { nameStocks, useListActions } from './use-list-actions.ts'

interface ListsDialogProps {
  readonly opened: boolean
  /** Stocks to put on lists; empty to manage the lists. */
  readonly symbols: readonly string[]
  readonly onClose: () => void
}

/** Puts stocks on the user's lists, and manages the lists. */
export function ListsDialog({ opened, symbols, onClose }: ListsDialogProps) {
  const title = symbols.length === 0 ? 'Watchlists' : `Lists for ${nameStocks(symbols)}`
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={560}>
      <Content symbols={symbols} onClose={onClose} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

function Content({ symbols, onClose }: Pick<ListsDialogProps, 'symbols' | 'onClose'>) {
  const { data, error, isFetching, refetch } = useListsQuery()
  const [managing, setManaging] = useState(symbols.length === 0)
  if (data === undefined) {
    return error === undefined ? (
      <Text c="dimmed" role="status">
        Loading your lists…
      </Text>
    ) : (
      <Stack gap="sm" align="flex-start" role="alert">
        <Text c="dimmed">{describeFailure(asApiError(error)) ?? 'Could not load your lists.'}</Text>
        <BusyButton busy={isFetching} onClick={refetch}>
          {commonWords.retry}
        </BusyButton>
      </Stack>
    )
  }
  return (
    <Stack gap="lg">
      {managing ? <ListManager {...data} onClose={onClose} /> : <Membership {...data} symbols={symbols} />}
      <NewList symbols={managing ? [] : symbols} />
      {!managing && (
        <Button variant="subtle" style={{ alignSelf: 'flex-start' }} onClick={() => setManaging(true)}>
          Manage lists
        </Button>
      )}
    </Stack>
  )
}

/** A checkbox per list: whether the stocks are on it. */
function Membership({ lists, symbols }: Pick<Watchlists, 'lists'> & Pick<ListsDialogProps, 'symbols'>) {
  const { add, take } = useListActions()
  if (lists.length === 0) return <Text c="dimmed">You have no lists yet. Name the first one below.</Text>
  return (
    <Stack component="fieldset" gap="2xs" bd={0} m={0} p={0} mah="40dvh" style={{ overflowY: 'auto' }}>
      <legend hidden>Lists</legend>
      {lists.map((list, index) => {
        const count = symbols.filter((symbol) => list.symbols.includes(symbol)).length
        const isWhole = count === symbols.length
        return (
          <Checkbox
            key={list.id}
            py="xs"
            data-autofocus={index === 0 || undefined}
            label={`${list.name} (${formatInteger(list.symbols.length)})`}
            checked={isWhole}
            indeterminate={count > 0 && !isWhole}
            onChange={() => void (isWhole ? take : add)(list, symbols)}
          />
        )
      })}
    </Stack>
  )
}

/** Creates a list, with the stocks on it if there are any. */
function NewList({ symbols }: Pick<ListsDialogProps, 'symbols'>) {
  const { create } = useListActions()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const formId = useId()
  const submit = useSingleSubmit(async () => {
    const trouble = name.trim() === '' ? 'Enter a name for the list' : await create(name.trim(), symbols)
    setFault(trouble)
    if (trouble === null) setName('')
  })
  return (
    <form id={formId} noValidate onSubmit={submit}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="New list"
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          value={name}
          error={fault}
          inputWrapperOrder={['label', 'error', 'input']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit">{symbols.length === 0 ? 'Create list' : `Create with ${nameStocks(symbols)}`}</Button>
      </Group>
    </form>
  )
}
