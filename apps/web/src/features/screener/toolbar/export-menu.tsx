import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { Button, Group } from '@mantine/core'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ScreenQuery } from '../../../api/early-requests.ts'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { type Screen, type ScreenStock, screenerApi } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { ExportMenu } from '../../../shared/export/export-menu.tsx'
import { saveFile } from '../../../shared/export/save-file.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { readEtDay } from '../../../shared/format/times.ts'
import { notify } from '../../../shared/notifications.tsx'
import { buildScreenQuery, professionalColumns, type ScreenState } from '../state/screen-state.ts'
import { listScreenFacts } from './describe-screen.ts'

/** Menu that exports all stocks in the screen as CSV or prints the page. */
export function ScreenExportMenu({ state }: { readonly state: ScreenState }) {
  const { progress, save, cancel } = useExport(state)
  const busy = progress !== null
  return (
    <Group gap="var(--space-4)">
      {busy && (
        <>
          <span role="status">{describeProgress(progress)}</span>
          <Button variant="subtle" onClick={cancel}>
            {commonWords.cancel}
          </Button>
        </>
      )}
      <ExportMenu
        busy={busy}
        files={[false, true].flatMap((isPlain) => [
          {
            label: `${isPlain ? 'Plain ' : ''}CSV, visible columns`,
            isPlain,
            save: () => void save(state.columns, isPlain),
          },
          {
            label: `${isPlain ? 'Plain ' : ''}CSV, all columns`,
            isPlain,
            save: () => void save(professionalColumns, isPlain),
          },
        ])}
      />
    </Group>
  )
}

function describeProgress({ read, total }: ExportProgress): string {
  return total === null ? 'Loading the stocks…' : `Loaded ${formatInteger(read)} of ${formatInteger(total)} stocks`
}

interface ExportProgress {
  readonly read: number
  /** How many stocks there are to load; null before the first response. */
  readonly total: number | null
}

/**
 * Exports all stocks in a screen, not only the current page, to a CSV file.
 * @param only symbols to export regardless of the filters; null exports all stocks that match the filters
 */
export function useExport(state: ScreenState, only: readonly string[] | null = null) {
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = useDispatch()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const fetchScreen = async (query: ScreenQuery, signal: AbortSignal) => {
    const pending = dispatch(screenerApi.endpoints.screen.initiate(query, { subscribe: false, forceRefetch: true }))
    const abort = () => pending.abort()
    signal.addEventListener('abort', abort)
    try {
      return await pending.unwrap()
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Saves a file. A plain one starts with its header row. */
  const save = async (columns: readonly ScreenColumn[], isPlain = false) => {
    const controller = new AbortController()
    stop.current = controller
    setProgress({ read: 0, total: null })
    try {
      const { writeScreenCsv } = await import('./screen-csv.ts')
      const query = buildScreenQuery(state, columns)
      const { stocks, screen } = await readAllStocks(
        { ...query, ...(only !== null && { narrowing: { symbols: only.join() } }) },
        (page) => fetchScreen(page, controller.signal),
        (read, total) => setProgress({ read, total }),
      )
      if (controller.signal.aborted) return
      const facts = isPlain ? null : listScreenFacts(state, { ...screen, total: stocks.length }, only)
      const day = readEtDay(screen.freshness.asOf) ?? 'undated'
      saveFile(`callwright-screener-${day}.csv`, writeScreenCsv(stocks, columns, facts), 'text/csv')
    } catch (error) {
      if (!controller.signal.aborted) notify(describeTrouble(error))
    } finally {
      setProgress(null)
    }
  }

  return { progress, save, cancel: () => stop.current?.abort() }
}

function describeTrouble(error: unknown): string {
  const failure = asApiError(error)
  const why = failure === null ? null : describeFailure(failure)
  return why === null ? commonWords.notWritten : `Could not create the file: ${why}`
}

/** Maximum number of stocks that the server returns per page. */
const PAGE_SIZE = 500

interface AllStocks {
  /** The stocks in the order received, without duplicates. */
  readonly stocks: readonly ScreenStock[]
  /** Last response. */
  readonly screen: Screen
}

/**
 * Loads all stocks that match a query, page by page. If ratings change meanwhile, a stock may move to another page and
 * be received twice; only one copy is kept.
 * @param fetchPage requests one page; an error stops the loading
 */
export async function readAllStocks(
  query: Omit<ScreenQuery, 'limit' | 'offset'>,
  fetchPage: (page: ScreenQuery) => Promise<Screen>,
  onProgress: (read: number, total: number) => void,
): Promise<AllStocks> {
  const stocks = new Map<string, ScreenStock>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const screen = await fetchPage({ ...query, limit: PAGE_SIZE, offset })
    for (const stock of screen.stocks) stocks.set(stock.symbol, stock)
    onProgress(stocks.size, screen.total)
    if (screen.stocks.length === 0 || offset + PAGE_SIZE >= screen.total)
      return { stocks: [...stocks.values()], screen }
  }
}
