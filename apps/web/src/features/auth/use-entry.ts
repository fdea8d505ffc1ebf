import { useState } from 'react'
import { useSelector } from 'react-redux'
import { selectSession } from '../../api/session.ts'

export interface Entry {
  /** The user is signed in to a full account: redirect to the page they came from. */
  readonly shouldRedirect: boolean
  /** The user is signed in to a demo account: stay on this page so they can register. */
  readonly isFromDemo: boolean
}

export function useEntry(): Entry {
  const { status, user } = useSelector(selectSession)
  const [demoId] = useState(user?.isDemo ? user.id : null)
  const isSignedIn = status === 'signed_in' && user !== null
  const isFromDemo = isSignedIn && user.id === demoId
  return { shouldRedirect: isSignedIn && !isFromDemo, isFromDemo }
}
