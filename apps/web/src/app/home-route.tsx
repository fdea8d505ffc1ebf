import { useEffect } from 'react'
import { StartSkeleton } from './start-skeleton.tsx'

export type LeaveTo = (path: string) => void

/** The landing page is a document of its own: an address of no page of the application leads there, for everybody. */
export function HomeRoute({ leaveTo }: { readonly leaveTo: LeaveTo }) {
  useEffect(() => {
    leaveTo('/')
  }, [leaveTo])
  return <StartSkeleton />
}
