import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { OPTIONS_KEPT_SECONDS, useExpirationsQuery } from '../../../api/option-endpoints.ts'
import { selectResult } from '../../../api/select-result.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { expirationWords as words } from './chain-words.ts'
import classes from './expiration-strip.module.css'
import { ExpirationStrip } from './expiration-strip.tsx'

interface ExpirationsProps {
  readonly symbol: string
  readonly chosen: string | null
  readonly onChoose: (date: string) => void
}

const PLACES = Array.from({ length: 8 }, (_, index) => `place-${index}`)

/** Picker for the expiration, or its loading or error state. The chain below does not wait for it. */
export function Expirations({ symbol, chosen, onChoose }: ExpirationsProps) {
  const { currentData, error, isFetching, refetch } = useExpirationsQuery(symbol, {
    refetchOnMountOrArgChange: OPTIONS_KEPT_SECONDS,
    selectFromResult: selectResult,
  })
  const failure = asApiError(error)
  if (currentData !== undefined) {
    const { expirations } = currentData
    return expirations.length === 0 ? null : (
      <ExpirationStrip expirations={expirations} chosen={chosen} onChoose={onChoose} />
    )
  }
  if (failure !== null) {
    return (
      <div className={classes.trouble} role="alert">
        <span>{describeFailure(failure) ?? words.failed}</span>
        <BusyButton busy={isFetching} onClick={refetch} aria-label={words.retry}>
          {commonWords.retry}
        </BusyButton>
      </div>
    )
  }
  return (
    <div className={classes.waiting} aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} />
      ))}
    </div>
  )
}
