import { useState } from 'react'
import { extendReach, type Reach } from './ladder.ts'

/** Range of strikes that the user has chosen in a ladder; starts over when the ladder changes. */
export function useReach(ladder: string, chosen: number | null): Reach | null {
  const [kept, setKept] = useState<{ readonly ladder: string; readonly reach: Reach | null }>({ ladder, reach: null })
  const before = kept.ladder === ladder ? kept.reach : null
  const reach = chosen === null ? before : extendReach(before, chosen)
  if (kept.ladder !== ladder || kept.reach !== reach) setKept({ ladder, reach })
  return reach
}
