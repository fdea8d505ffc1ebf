import type { ServiceClient } from '@callwright/service'
import { buildRow } from '../build-row.ts'
import type { RowStore } from '../row-store.ts'
import type { JobDefinition } from './job.ts'
import { fetchFacts, readPayload } from './symbol-job.ts'

/**
 * Enriches one symbol: fetches its facts, scores them and writes the row. A row without chain or bars contains the
 * reason.
 */
export function createEnrichSymbolJob(deps: {
  readonly marketData: ServiceClient
  readonly rows: RowStore
  readonly onSaved: (version: number) => void
}): JobDefinition {
  const { marketData, rows, onSaved } = deps
  return {
    name: 'enrich-symbol',
    read: readPayload,
    async run({ runId, symbol }, { attempt, signal }) {
      const context = await rows.findJobContext(runId, symbol)
      if (context === null || context.runState !== 'running' || context.stage === 'survey') return 'skipped'
      const facts = await fetchFacts(marketData, symbol, { withChain: true, signal })
      const saved = await rows.save({ context, attempt, ...buildRow(facts, context) })
      if (saved === null) return 'refused'
      onSaved(saved.version)
      return 'saved'
    },
  }
}
