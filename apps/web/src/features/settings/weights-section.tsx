import { useDisclosure } from '@mantine/hooks'
import { asApiError } from '../../api/api-error.ts'
import { useWeightsQuery } from '../../api/rating-endpoints.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import { LoadTrouble } from './load-trouble.tsx'
import { Section } from './section.tsx'
import { weightsWords as words } from './settings-words.ts'
import { Waiting } from './waiting.tsx'

const loadDialog = async () => (await import('../../shared/rating-weights/weights-dialog.tsx')).WeightsDialog

/** Shows whether ratings use the standard or the user's own weights, with a button to change them. */
export function WeightsSection() {
  const { data, error, isFetching, refetch } = useWeightsQuery()
  const [opened, dialog] = useDisclosure(false)
  const { part: WeightsDialog, loading, load } = useDeferred(loadDialog)
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <Section id="weights" intro={words.intro}>
      {data !== undefined ? (
        <>
          <p role="status">{data.own ? words.own : words.usual}</p>
          <BusyButton busy={loading} onClick={open}>
            {words.change}
          </BusyButton>
          {WeightsDialog !== null && <WeightsDialog opened={opened} onClose={dialog.close} />}
        </>
      ) : error === undefined ? (
        <Waiting words={words.loading} rows={1} onRetry={refetch} />
      ) : (
        <LoadTrouble error={asApiError(error)} fallback={words.failed} retrying={isFetching} onRetry={refetch} />
      )}
    </Section>
  )
}
