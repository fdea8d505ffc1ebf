import '@mantine/core/styles/Slider.layer.css'
import { Loader } from '@mantine/core'
import { asApiError, describeFailure } from '../../api/http.ts'
import { useWeightsQuery } from '../../api/ratings.ts'
import { commonWords } from '../common-words.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import classes from './weights-dialog.module.css'
import { WeightsForm } from './weights-form.tsx'
import { weightsWords as words } from './weights-words.ts'

interface WeightsDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Dialog in which the user changes the rating weights. */
export function WeightsDialog({ opened, onClose }: WeightsDialogProps) {
  const { data, error, isFetching, refetch } = useWeightsQuery(undefined, { skip: !opened })
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title}>
      {data !== undefined ? (
        <WeightsForm choice={data} onDone={onClose} />
      ) : error === undefined ? (
        <p className={classes.wait} role="status">
          <Loader size={14} color="var(--text-faint)" aria-hidden="true" /> {words.loading}
        </p>
      ) : (
        <div className={classes.wait} role="alert">
          <p>{describeFailure(asApiError(error)) ?? words.failed}</p>
          <BusyButton busy={isFetching} onClick={refetch}>
            {commonWords.retry}
          </BusyButton>
        </div>
      )}
    </Dialog>
  )
}
