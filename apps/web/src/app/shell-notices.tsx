import { lazy, Suspense, useState } from 'react'
import { api } from '../api/api.ts'
import { checkSession } from '../api/auth.ts'
import { selectSession } from '../api/session.ts'
import { commonWords } from '../shared/common-words.ts'
import { formatEtTime } from '../shared/format/times.ts'
import { useOnline } from '../shared/hooks.ts'
import { retryUntilLoaded } from '../shared/load-code.ts'
import { REGISTER_PATH } from '../shared/paths.ts'
import { Link } from '../shared/routing.ts'
import type { BannerAction, Notice } from '../shared/ui/notices.tsx'
import { useAppDispatch, useAppSelector } from './store.ts'

const DataAge = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('./offline/data-age.tsx'))).DataAge,
}))

const dataAge = (
  <Suspense>
    <DataAge />
  </Suspense>
)

/** Notices shown below the top bar on every page, most urgent first. */
export function useShellNotices(): readonly Notice[] {
  const notices = [useServerNotice(), useAccountNotice()]
  return notices.filter((notice) => notice !== null)
}

/** Notice that the browser is offline or the server unreachable; null otherwise. */
function useServerNotice(): Notice | null {
  const { serverReachable } = useAppSelector(selectSession)
  const isOnline = useOnline()
  const retry = useRetry()
  if (!isOnline)
    return {
      tone: 'trouble',
      text: (
        <>You are offline. {dataAge}Changes to positions are saved on this device and sync when you are back online.</>
      ),
    }
  return serverReachable
    ? null
    : {
        tone: 'trouble',
        text: <>Cannot reach the server. You are still signed in. {dataAge}Retrying automatically.</>,
        action: retry,
      }
}

function useRetry(): BannerAction {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    dispatch(api.util.invalidateTags(['Screen']))
    await dispatch(checkSession())
    setBusy(false)
  }
  return { label: commonWords.retry, run, busy }
}

/** Notice for a demo account; null for other accounts. */
function useAccountNotice(): Notice | null {
  const { user } = useAppSelector(selectSession)
  if (!user?.isDemo) return null
  return {
    tone: 'example',
    text: (
      <>
        Demo account with example positions.
        {user.demoEndsAt !== null && ` It is deleted ${formatEtTime(user.demoEndsAt)}.`}{' '}
        <Link to={REGISTER_PATH}>Create an account to keep your positions</Link>.
      </>
    ),
  }
}
