import type { ServiceClient } from '@callwright/service'
import type { RowStore } from '../row-store.ts'
import { buildSurveyRow } from '../survey-row.ts'
import type { SurveyStore } from '../survey-store.ts'
import type { JobDefinition } from './job.ts'
import { fetchFacts, readPayload } from './symbol-job.ts'

/** Surveys one symbol without its chain; the results decide which chains the run reads. */
export function createSurveySymbolJob(deps: {
  readonly marketData: ServiceClient
  readonly rows: Pick<RowStore, 'findJobContext'>
  readonly surveys: Pick<SurveyStore, 'save'>
  readonly onSaved: (version: number) => void
}): JobDefinition {
  const { marketData, rows, surveys, onSaved } = deps
  return {
    name: 'survey-symbol',
    read: readPayload,
    async run({ runId, symbol }, { attempt, signal }) {
      const context = await rows.findJobContext(runId, symbol)
      if (context === null || context.runState !== 'running' || context.stage !== 'survey') return 'skipped'
      const facts = await fetchFacts(marketData, symbol, { withChain: false, signal })
      const saved = await surveys.save({ context, attempt, ...buildSurveyRow(facts, context.asOf) })
      if (saved === null) return 'refused'
      onSaved(saved.version)
      return 'saved'
    },
  }
}
