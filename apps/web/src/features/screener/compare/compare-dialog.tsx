import { Button } from '@mantine/core'
import type { Screen } from '../../../api/screen.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { listDataFacts } from '../../../shared/export/export-facts.ts'
import { ratingWords } from '../../../shared/rating/rating-words.ts'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { LoadingStatus } from '../../../shared/ui/loading-status.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { useAfter } from '../../../shared/use-after.ts'
import { ScreenFailure } from '../screener-states.tsx'
import classes from './compare-dialog.module.css'
import { CompareTable } from './compare-table.tsx'
import { compareWords as words } from './compare-words.ts'
import { useComparedStocks } from './compared-stocks.ts'

/** Delay before the skeleton appears, so that fast responses don't show one. */
const SKELETON_DELAY_MS = 400
const WIDTH_PX = 960

interface CompareDialogProps {
  readonly opened: boolean
  /** 2 to `MAX_COMPARED` symbols. */
  readonly symbols: readonly string[]
  readonly onClose: () => void
}

/** Compares a few stocks side by side; all figures come from one response. */
export function CompareDialog({ opened, symbols, onClose }: CompareDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} width={WIDTH_PX}>
      <Comparison symbols={symbols} />
    </Dialog>
  )
}

function Comparison({ symbols }: Pick<CompareDialogProps, 'symbols'>) {
  const { currentData, failure, retrying, retry } = useComparedStocks(symbols)
  const isLate = useAfter(currentData === undefined, SKELETON_DELAY_MS)
  if (currentData !== undefined) return <ComparisonSheet symbols={symbols} screen={currentData} />
  if (failure !== null) return <ScreenFailure failure={failure} busy={retrying} onRetry={retry} />
  if (!isLate) return <div className={classes.wait} />
  return (
    <TableSkeleton>
      <LoadingStatus words={words.loading} retrying={retrying} onRetry={retry} />
    </TableSkeleton>
  )
}

function ComparisonSheet({ symbols, screen }: { readonly symbols: readonly string[]; readonly screen: Screen }) {
  return (
    <div className={classes.sheet}>
      <dl className={classes.facts}>
        {listDataFacts(screen.freshness).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CompareTable symbols={symbols} screen={screen} />
      <p className={classes.note}>
        {words.bestNote} {screen.ownWeights && ratingWords.ownWeights}
      </p>
      <DialogActions>
        <Button variant="subtle" onClick={() => window.print()}>
          {commonWords.print}
        </Button>
      </DialogActions>
    </div>
  )
}
