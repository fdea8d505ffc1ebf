import { readSymbolSpelling } from '@callwright/contracts/symbol-spelling'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { onOpenLists, openLists } from '../../shared/open-lists.ts'
import { usePageKeys } from '../../shared/page-keys.ts'
import { useDeferred } from '../../shared/use-deferred.ts'

const loadDialog = async () => (await import('./lists-dialog.tsx')).ListsDialog

/** Shows the dialog for lists on every page, and opens it with the key `w`. */
export function ListsHost() {
  const { part: ListsDialog, load } = useDeferred(loadDialog)
  const [opened, dialog] = useDisclosure(false)
  const [symbols, setSymbols] = useState<readonly string[]>([])
  const show = useEffectEvent(async (chosen: readonly string[]) => {
    setSymbols(chosen)
    if (await load()) dialog.open()
  })
  useEffect(() => onOpenLists((chosen) => void show(chosen)), [])
  usePageKeys({ w: () => openLists(listFocused()) }, 'app')
  return ListsDialog === null ? null : <ListsDialog opened={opened} symbols={symbols} onClose={dialog.close} />
}

/** The stock of the row with the focus. */
function listFocused(): readonly string[] {
  const row = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset
  const symbol = readSymbolSpelling(row?.symbol ?? row?.key ?? '')?.symbol
  return symbol === undefined ? [] : [symbol]
}
