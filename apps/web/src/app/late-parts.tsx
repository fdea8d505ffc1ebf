import { ListsHost } from '../features/lists/lists-host.tsx'
import { RunEnd } from '../features/screener/enrichment/use-enrichment.ts'
import { Hints } from '../shared/ui/hints.tsx'

/** Parts of every page that no page waits for: hints, the dialog for lists, and the end of a price refresh. */
export const LateParts = () => (
  <>
    <Hints />
    <ListsHost />
    <RunEnd />
  </>
)
