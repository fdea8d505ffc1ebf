import { useDisclosure } from '@mantine/hooks'
import { IconScale, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { useSaveWeightsMutation } from '../../../api/rating-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { notify } from '../../../shared/notify.ts'
import { defaultWeights } from '../../../shared/rating-weights/weights-view.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import chipClasses from '../filters/filter-chips.module.css'
import { ratingWords as words } from '../screener-words.ts'

const loadDialog = async () => (await import('../../../shared/rating-weights/weights-dialog.tsx')).WeightsDialog

interface WeightsButtonProps {
  /** Whether the ratings shown use the user's own weights. */
  readonly ownWeights: boolean
}

/** Opens the rating weights dialog. A chip beside it shows that custom weights are active. */
export function WeightsButton({ ownWeights }: WeightsButtonProps) {
  const [opened, dialog] = useDisclosure(false)
  const { part: WeightsDialog, loading, load } = useDeferred(loadDialog)
  const button = useRef<HTMLSpanElement>(null)
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <>
      {ownWeights && <OwnWeightsChip onBeforeUnmount={() => button.current?.querySelector('button')?.focus()} />}
      <span ref={button}>
        <BusyButton
          variant="subtle"
          busy={loading}
          onClick={open}
          leftSection={<IconScale size={14} stroke={1.6} aria-hidden="true" />}
        >
          {words.weights}
        </BusyButton>
      </span>
      {WeightsDialog !== null && <WeightsDialog opened={opened} onClose={dialog.close} />}
    </>
  )
}

/** Chip for custom weights, with a button that restores the defaults. */
function OwnWeightsChip({ onBeforeUnmount }: { readonly onBeforeUnmount: () => void }) {
  const [save, { isLoading }] = useSaveWeightsMutation()
  const restore = async () => {
    if (isLoading) return
    // The button unmounts with its chip, so move focus first.
    onBeforeUnmount()
    const { error } = await save(defaultWeights)
    if (error === undefined) return
    const why = describeFailure(asApiError(error))
    notify(why === null ? commonWords.tryAgain(words.notRestored) : `${words.notRestored}: ${why}`)
  }
  return (
    <span className={chipClasses.chip}>
      {words.ratedBy} <b>{words.ownWeights}</b>
      <button type="button" aria-label={words.restore} onClick={() => void restore()}>
        <IconX size={14} stroke={1.6} aria-hidden="true" />
      </button>
    </span>
  )
}
