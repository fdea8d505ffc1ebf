import { useState } from 'react'
import { useSelector } from 'react-redux'
import { selectSession } from '../../api/session.ts'

export interface Entry {
  /** Whoever is signed in is led on to the page they came for. */
  readonly isLetIn: boolean
  /** Whoever comes from the demo stays for an account that lasts. */
  readonly isFromDemo: boolean
}

export function useEntry(): Entry {
  const { status, user } = useSelector(selectSession)
  const [demoId] = useState(user?.isDemo ? user.id : null)
  const isSignedIn = status === 'signed_in' && user !== null
  const isFromDemo = isSignedIn && user.id === demoId
  return { isLetIn: isSignedIn && !isFromDemo, isFromDemo }
}
