import { type ReactNode, useState } from 'react'
import { api } from '../api/api.ts'
import { selectSession } from '../api/session.ts'
import { checkSession } from '../api/session-check.ts'
import { formatEtTime } from '../shared/format/times.ts'
import { REGISTER_PATH } from '../shared/paths.ts'
import { Link } from '../shared/routing.ts'
import { Banner } from '../shared/ui/banner.tsx'
import { useOnline } from '../shared/use-online.ts'
import { useAppDispatch, useAppSelector } from './hooks.ts'
import { shellWords } from './shell-words.ts'

/** Why nothing can be asked of the server just now; null: it can be. */
export function useServerNotice(): ReactNode {
  const { serverReachable } = useAppSelector(selectSession)
  const isOnline = useOnline()
  if (!isOnline) return <Banner>{shellWords.offline}</Banner>
  return serverReachable ? null : <UnreachableBanner />
}

/** Whose account this is, where that matters. */
export function AccountNotice() {
  const { user } = useAppSelector(selectSession)
  if (!user?.isDemo) return null
  return (
    <Banner tone="example">
      {shellWords.demo(user.demoEndsAt && formatEtTime(user.demoEndsAt))}{' '}
      <Link to={REGISTER_PATH}>{shellWords.keepYourOwn}</Link>.
    </Banner>
  )
}

function UnreachableBanner() {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    dispatch(api.util.invalidateTags(['Screen']))
    await dispatch(checkSession())
    setBusy(false)
  }
  return <Banner action={{ label: 'Retry', run: retry, busy }}>{shellWords.unreachable}</Banner>
}
