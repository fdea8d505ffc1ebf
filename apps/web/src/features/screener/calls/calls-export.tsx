import { Button, Group } from '@mantine/core'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type CallScreen, callsApi, type ScreenedCall } from '../../../api/calls.ts'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { listFileRows } from '../../../shared/data-table/columns.tsx'
import { writeCsv } from '../../../shared/export/csv.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/data-facts.tsx'
import { ExportMenu } from '../../../shared/export/export-menu.tsx'
import { saveFile } from '../../../shared/export/save-file.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { readEtDay } from '../../../shared/format/times.ts'
import { notify } from '../../../shared/notifications.tsx'
import { listCallColumns, listFileColumns, nameBasis } from './call-columns.tsx'
import { buildCallsQuery, type CallsState } from './calls-state.ts'
import { listNarrowing } from './describe-calls.ts'

/** Facts printed and exported with the calls: source and time, gates with their counts, and the sort order. */
export function listCallFacts(state: CallsState, screen: CallScreen): readonly ExportFact[] {
  const column = listCallColumns(state).find(({ id }) => id === state.sort)
  return [
    ...listDataFacts(screen.freshness),
    { name: 'Gates', value: [...listNarrowing(state)].join('; ') || 'none' },
    { name: 'Returns', value: `${nameBasis(state.basis)}, premium at the ${state.premium}` },
    {
      name: 'Sorted by',
      value: `${column?.label ?? state.sort}, ${state.order === 'desc' ? 'highest' : 'lowest'} first`,
    },
    { name: 'Calls', value: `${formatInteger(screen.total)} of ${formatInteger(screen.universeTotal)}` },
  ]
}

/** Rows per request, and the most calls in a file. */
const PAGE_SIZE = 500
export const MAX_EXPORTED = 5_000

/** Menu that saves the calls as CSV, not only the current page, or prints the page. */
export function CallsExport({ state }: { readonly state: CallsState }) {
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = useDispatch()
  const [loaded, setLoaded] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const readPage = async (offset: number, signal: AbortSignal) => {
    const query = { ...buildCallsQuery(state), limit: PAGE_SIZE, offset }
    const pending = dispatch(callsApi.endpoints.calls.initiate(query, { subscribe: false, forceRefetch: true }))
    signal.addEventListener('abort', () => pending.abort(), { once: true })
    return pending.unwrap()
  }
  const save = async (isPlain: boolean) => {
    const controller = new AbortController()
    stop.current = controller
    setLoaded(0)
    try {
      const { calls, screen } = await readAllCalls((offset) => readPage(offset, controller.signal), setLoaded)
      if (controller.signal.aborted) return
      const isCut = calls.length < screen.total
      const cut = { name: 'Rows', value: `the first ${formatInteger(calls.length)} in this order` }
      const facts = isPlain ? null : [...listCallFacts(state, screen), ...(isCut ? [cut] : [])]
      const file = listFileRows(listFileColumns(state), calls)
      const day = readEtDay(screen.freshness.asOf) ?? 'undated'
      saveFile(`callwright-calls-${day}.csv`, writeCsv({ title: 'Callwright calls', facts, ...file }), 'text/csv')
      if (isCut)
        notify(`The file has the first ${formatInteger(calls.length)} calls. Narrow the gates to get them all.`)
    } catch (error) {
      if (!controller.signal.aborted) notify(describeTrouble(error))
    } finally {
      setLoaded(null)
    }
  }
  const busy = loaded !== null
  return (
    <Group gap="var(--space-4)">
      {busy && (
        <>
          <span role="status">Loaded {formatInteger(loaded)} calls</span>
          <Button variant="subtle" onClick={() => stop.current?.abort()}>
            {commonWords.cancel}
          </Button>
        </>
      )}
      <ExportMenu
        busy={busy}
        files={[
          { label: 'CSV, all columns', save: () => void save(false) },
          { label: 'Plain CSV, all columns', isPlain: true, save: () => void save(true) },
        ]}
      />
    </Group>
  )
}

function describeTrouble(error: unknown): string {
  const failure = asApiError(error)
  const why = failure === null ? null : describeFailure(failure)
  return why === null ? commonWords.notWritten : `Could not create the file: ${why}`
}

interface AllCalls {
  readonly calls: readonly ScreenedCall[]
  /** Last response. */
  readonly screen: CallScreen
}

/** Loads the calls page by page, up to `MAX_EXPORTED`. A call that moved between pages meanwhile is kept once. */
export async function readAllCalls(
  readPage: (offset: number) => Promise<CallScreen>,
  onProgress: (loaded: number) => void,
): Promise<AllCalls> {
  const calls = new Map<string, ScreenedCall>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const screen = await readPage(offset)
    for (const call of screen.calls) calls.set(call.contract, call)
    onProgress(calls.size)
    const next = offset + PAGE_SIZE
    if (screen.calls.length === 0 || next >= Math.min(screen.total, MAX_EXPORTED)) {
      return { calls: [...calls.values()], screen }
    }
  }
}
