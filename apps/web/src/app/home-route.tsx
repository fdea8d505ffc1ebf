import { useEffect } from 'react'
import { StartSkeleton } from './start-skeleton.tsx'

export type LeaveTo = (path: string) => void

/** Sends unknown paths to the landing page, which is a separate document. */
export function HomeRoute({ leaveTo }: { readonly leaveTo: LeaveTo }) {
  useEffect(() => {
    leaveTo('/')
  }, [leaveTo])
  return <StartSkeleton />
}
