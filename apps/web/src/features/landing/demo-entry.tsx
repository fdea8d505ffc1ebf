import { useState } from 'react'
import { DASHBOARD_PATH } from '../../shared/paths.ts'
import { useSingleRun } from '../../shared/use-single-run.ts'
import classes from './demo-entry.module.css'
import { demo, navigation } from './landing-content.ts'
import type { Visitor } from './visitor.ts'

interface DemoEntryProps {
  readonly visitor: Visitor
  readonly signedIn: boolean
}

/** Opens the demo in one click. Signed-in users get a link to their dashboard: the demo would end their session. */
export function DemoEntry({ visitor, signedIn }: DemoEntryProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const open = useSingleRun(async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const failed = await visitor.openDemo()
    setFailure(failed)
    // On success the browser leaves this page, so the button stays busy.
    setBusy(failed === null)
  })
  return (
    <div className={classes.entry} data-needs-script>
      {signedIn ? (
        <a className={classes.open} href={DASHBOARD_PATH}>
          {navigation.openDashboard}
        </a>
      ) : (
        <p className={classes.offer}>
          <button className={classes.open} type="button" aria-disabled={busy} onClick={() => void open()}>
            {busy ? demo.opening : demo.open}
          </button>
          <span>{demo.hint}</span>
        </p>
      )}
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </div>
  )
}
