import { ListsHost } from '../features/lists/lists-host.tsx'
import { Hints } from '../shared/ui/hints.tsx'

/** Parts of every page that no page waits for: hints and the dialog for lists. */
export const LateParts = () => (
  <>
    <Hints />
    <ListsHost />
  </>
)
