import { type ApiError, describeFailure } from '../../../api/api-error.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDuration } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { previewWords as words } from './preview-words.ts'
import classes from './trade-preview.module.css'

interface PreviewFailureProps {
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Shows that the chain failed to load. The options card does so prominently; here it explains the empty preview. */
export function PreviewFailure({ failure, busy, onRetry }: PreviewFailureProps) {
  const { requestId, retryAfterSeconds } = failure
  return (
    <div className={classes.none}>
      <h2>{words.none}</h2>
      <p>
        {toSentence(describeFailure(failure) ?? 'Failed to load options chain')}
        {retryAfterSeconds !== null && ` ${commonWords.wait(formatDuration(retryAfterSeconds))}`}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
      <BusyButton busy={busy} onClick={onRetry}>
        {commonWords.retry}
      </BusyButton>
    </div>
  )
}

const LINES = Array.from({ length: 8 }, (_, index) => `line-${index}`)

/** Skeleton for the preview while the chain loads. */
export function PreviewSkeleton() {
  return (
    <div className={classes.skeleton}>
      <VisuallyHidden>{words.loading}</VisuallyHidden>
      <i data-part="title" />
      <i data-part="field" />
      <i data-part="diagram" />
      {LINES.map((line) => (
        <i key={line} />
      ))}
    </div>
  )
}
