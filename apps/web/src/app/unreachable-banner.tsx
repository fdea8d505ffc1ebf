import { useState } from 'react'
import { api } from '../api/api.ts'
import { checkSession } from '../api/session-check.ts'
import { Banner } from '../shared/ui/banner.tsx'
import { useAppDispatch } from './hooks.ts'

export function UnreachableBanner() {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    dispatch(api.util.invalidateTags(['Screen']))
    await dispatch(checkSession())
    setBusy(false)
  }
  return (
    <Banner action={{ label: 'Retry', run: retry, busy }}>
      Cannot reach the server. You stay signed in, and it is tried again by itself.
    </Banner>
  )
}
