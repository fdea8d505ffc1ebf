import { useState } from 'react'
import { useSelector } from 'react-redux'
import { selectSession } from '../../api/session.ts'

export interface Entry {
  /** Signed in with a full account: redirect to the page the user came from. */
  readonly shouldRedirect: boolean
  /** Signed in with the demo account: stay, so the user can register. */
  readonly isFromDemo: boolean
}

export function useEntry(): Entry {
  const { status, user } = useSelector(selectSession)
  const [demoId] = useState(user?.isDemo ? user.id : null)
  const isSignedIn = status === 'signed_in' && user !== null
  const isFromDemo = isSignedIn && user.id === demoId
  return { shouldRedirect: isSignedIn && !isFromDemo, isFromDemo }
}
