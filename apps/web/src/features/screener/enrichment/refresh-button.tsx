import { IconRefresh } from '@tabler/icons-react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { enrichmentWords } from './enrichment-words.ts'
import type { EnrichmentControl } from './use-enrichment.ts'

/** Button that recomputes every figure in the screener. */
export function RefreshButton({ control: { refreshing, refresh } }: { readonly control: EnrichmentControl }) {
  return (
    <BusyButton
      busy={refreshing}
      onClick={refresh}
      leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}
    >
      {enrichmentWords.refresh}
    </BusyButton>
  )
}
