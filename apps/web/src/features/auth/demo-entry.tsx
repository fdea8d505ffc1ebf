import { Button } from '@mantine/core'
import { asApiError } from '../../api/api-error.ts'
import { useDemoMutation } from '../../api/auth-endpoints.ts'
import { SubmitError } from '../../shared/form/submit-error.tsx'
import { HOME_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { useSingleRun } from '../../shared/use-single-run.ts'
import classes from './auth-form.module.css'
import { demoWords } from './auth-words.ts'
import type { Entry } from './use-entry.ts'

interface DemoEntryProps {
  readonly entry: Entry
  /** Whether another sign-in request is pending. */
  readonly busy: boolean
}

/** Button that opens a demo account; demo users get a link back to the demo instead. */
export function DemoEntry({ entry: { shouldRedirect, isFromDemo }, busy }: DemoEntryProps) {
  const [openDemo, { isLoading, error }] = useDemoMutation()
  const open = useSingleRun(() => openDemo())
  const failure = asApiError(error)
  if (isFromDemo) {
    return (
      <p className={classes.more}>
        <Link to={HOME_PATH}>{demoWords.back}</Link>
      </p>
    )
  }
  return (
    <>
      <p className={classes.or}>{demoWords.or}</p>
      {failure && !isLoading && <SubmitError error={failure} fallback={demoWords.failed} />}
      <Button type="button" size="lg" fullWidth disabled={busy || isLoading || shouldRedirect} onClick={open}>
        {isLoading ? demoWords.busy : demoWords.open}
      </Button>
    </>
  )
}
